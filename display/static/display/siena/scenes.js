export { clear } from "../stage.js";
export async function perform() {}
