import { projector } from "../projector.js";
import * as game from "./game.js";
import { clear, perform } from "./scenes.js";

projector(game, { clear, perform });
