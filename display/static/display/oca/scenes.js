// The Goose Game on stage: one scene for each step's name. Every step of every recorded action is
// played (docs/events.md tells them; a test compares).

import { $ } from "../parts.js";
import { performer } from "../scenes/perform.js";
import * as challenges from "./scenes/challenges.js";
import { thrown } from "./scenes/dice.js";
import * as moves from "./scenes/moves.js";
import * as perils from "./scenes/perils.js";
import * as referees from "./scenes/referees.js";
import { won } from "./scenes/win.js";

export { clear } from "../stage.js";

export const SCENES = {
  thrown,
  halved: perils.halved,
  stayed: moves.stayed,
  moved: moves.moved,
  bounced: moves.bounced,
  won,
  rested: moves.rested,
  goose: moves.gooseLands,
  struck_by_death: perils.struckByDeath,
  struck_by_spervengolo: perils.struckBySpervengolo,
  challenge_opened: challenges.challengeOpened,
  flag_drawn: challenges.flagDrawn,
  bonus_declared: challenges.bonusDeclared,
  select_team_declared: challenges.selectTeamDeclared,
  whistled: challenges.whistled,
  repeated: challenges.repeated,
  tied: challenges.tied,
  challenge_won: challenges.challengeWon,
  challenge_lost: challenges.challengeLost,
  square_cleared: challenges.squareCleared,
  sent_back: challenges.sentBack,
  skipped: perils.skipped,
  turn_passed: challenges.turnPassed,
  conduct: perils.conduct,
  ruled: referees.ruled,
  game_ruled: referees.ruled,
  challenge_abandoned: referees.ruled,
  turn_ruled: referees.ruled,
  amended: referees.ruled,
  suspended: referees.suspended,
  resumed: referees.resumed,
  closed: referees.closed,
  taken_back: referees.ruled,
};

// Steps that have no scene of their own, each with its reason. None at present.
export const QUIET = {};

// A correction is told once, by its own sentence, and not step by step.
const TOLD_BY_THE_CORRECTION = new Set([
  "ruled", "game_ruled", "challenge_abandoned", "turn_ruled", "amended", "taken_back",
]);

export const perform = performer({
  scenes: SCENES,
  corrected: referees.corrected,
  correctives: TOLD_BY_THE_CORRECTION,
  stage: () => ({ svg: $("#board svg") }),
});
