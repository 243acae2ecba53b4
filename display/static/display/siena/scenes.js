// Siena on stage: one scene for each step's name. Every step of every recorded action is played, or
// is quiet for a reason (docs/events.md tells them; a test compares).

import { $ } from "../parts.js";
import { performer } from "../scenes/perform.js";
import * as mossa from "./scenes/mossa.js";
import * as race from "./scenes/race.js";
import * as referees from "./scenes/referees.js";
import * as table from "./scenes/table.js";
import { raceWon } from "./scenes/win.js";

export { clear } from "../stage.js";

export const SCENES = {
  chosen: table.chosen,
  ten_drawn: table.tenDrawn,
  contrada_drawn: table.chosen,
  horse_given: table.horseGiven,
  jockey_chosen: table.jockeyChosen,
  dealt: table.dealt,
  three_drawn: table.threeDrawn,
  order_called: mossa.orderCalled,
  mossa_rolled: mossa.mossaRolled,
  rincorsa_decides: mossa.rincorsaDecides,
  offered: mossa.offered,
  offer_withdrawn: mossa.withdrawn,
  annulled: mossa.annulled,
  entered: mossa.entered,
  race_begun: mossa.raceBegun,
  placed: mossa.placed,
  card_played: race.cardPlayed,
  rolled: race.rolled,
  moved: race.moved,
  stood_still: race.stoodStill,
  last_lap: race.lastLap,
  test_due: race.testDue,
  braked: race.braked,
  jockey_fell: race.jockeyFell,
  both_fell: race.bothFell,
  race_won: raceWon,
  ruled: referees.ruled,
  nobody_left: referees.ruled,
  amended: referees.ruled,
  suspended: referees.suspended,
  resumed: referees.resumed,
  closed: referees.closed,
  taken_back: referees.ruled,
};

// Steps that have no scene of their own, each with its reason.
export const QUIET = {
  player_called: "the banner says whose choice is next",
  phase_begun: "the page that follows is the new phase's",
  offers_dropped: "the annulment or the entry before it says it",
  round_began: "the list beside the Piazza is the round's order",
  turn_passed: "170 times a race: the banner says it",
};

// A correction is told once, by its own sentence, and not step by step.
const TOLD_BY_THE_CORRECTION = new Set(["ruled", "nobody_left", "amended", "taken_back"]);

export const perform = performer({
  scenes: SCENES,
  corrected: referees.corrected,
  correctives: TOLD_BY_THE_CORRECTION,
  stage: () => ({ root: $("#board") }),
});
