import { phone } from "../phone.js";
import * as game from "./game.js";

phone(game);
