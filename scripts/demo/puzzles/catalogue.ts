import { automaton } from './automaton';
import { borrowedUmbrella } from './borrowed-umbrella';
import { concierge } from './concierge';
import { craneSchedule } from './crane-schedule';
import { firstLight } from './first-light';
import { fishAuction } from './fish-auction';
import { foghorn } from './foghorn';
import { keyCabinet } from './key-cabinet';
import { lostProperty } from './lost-property';
import { postcard } from './postcard';
import type { Puzzle } from './puzzle';
import { smallQuestions } from './small-questions';
import { tideGauge } from './tide-gauge';
import { tinSoldier } from './tin-soldier';
import { tramTicket } from './tram-ticket';
import { twoKeepers } from './two-keepers';

export const puzzles: readonly Puzzle[] = [
  firstLight,
  postcard,
  borrowedUmbrella,
  smallQuestions,
  tinSoldier,
  fishAuction,
  craneSchedule,
  lostProperty,
  tideGauge,
  concierge,
  tramTicket,
  keyCabinet,
  foghorn,
  twoKeepers,
  automaton,
];

/** More than there are teams, for visitors who join. */
export const copiesPerTeam = 80;
