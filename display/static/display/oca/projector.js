import { projector } from "../projector.js";
import * as game from "./game.js";

projector(game);
