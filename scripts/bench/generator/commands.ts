import { type BareReply, openBare } from './bare';
import { type CrowdPlan, ListeningCrowd } from './crowd';
import { type JourneyPlan, missedNotices, runJourneys } from './journey';
import { type LoadPlan, runLoad } from './load';
import { paceVerdicts, type VerdictPlan } from './verdicts';

let bare: Awaited<ReturnType<typeof openBare>> | null = null;
const crowd = new ListeningCrowd();

/** What a generator process does when it is told to. */
export const commands = {
  load: (plan: LoadPlan) => runLoad(plan),
  verdicts: (plan: VerdictPlan) => paceVerdicts(plan),
  journeys: (plan: JourneyPlan) => runJourneys(plan),
  missedNotices: async (told: { id: number; at: number }[]) => missedNotices(told),
  async openBare(reply: BareReply) {
    bare?.close();
    bare = await openBare(reply);
    return bare.port;
  },
  openCrowd: (plan: CrowdPlan) => crowd.open(plan),
  async watchCrowd(_nothing: null) {
    crowd.watch();
  },
  async markCrowd(at: number) {
    crowd.mark(at);
  },
  heardByAll: (patienceMs: number) => crowd.heardByAll(patienceMs),
  reportCrowd: async (_nothing: null) => crowd.report(),
};
export type Commands = typeof commands;
export type CommandName = keyof Commands;

export interface CallMessage {
  call: number;
  name: CommandName;
  input: never;
}
export interface ReplyMessage {
  call: number;
  result?: unknown;
  error?: string;
}
