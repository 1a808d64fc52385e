import { type BaselineReply, openBaseline } from './baseline';
import { HubClients, type HubClientsPlan } from './hub-clients';
import { type JourneyPlan, missedNotices, runJourneys } from './journey';
import { type LoadPlan, runLoad } from './load';
import { type EchoPlan, echo, RelayClients, type TransferPlan, transfer } from './relay-clients';
import { openPlainRelay, openRelayServices } from './relay-services';
import { paceVerdicts, type VerdictPlan } from './verdicts';

let baseline: Awaited<ReturnType<typeof openBaseline>> | null = null;
const hubClients = new HubClients();
const relayClients = new RelayClients();

export const commands = {
  load: (plan: LoadPlan) => runLoad(plan),
  verdicts: (plan: VerdictPlan) => paceVerdicts(plan),
  journeys: (plan: JourneyPlan) => runJourneys(plan),
  missedNotices: async (announced: { id: number; at: number }[]) => missedNotices(announced),
  async openBaseline(reply: BaselineReply) {
    baseline?.close();
    baseline = await openBaseline(reply);
    return baseline.port;
  },
  openHubClients: (plan: HubClientsPlan) => hubClients.open(plan),
  async resetHubClients(_nothing: null) {
    hubClients.watch();
  },
  async markHubClients(at: number) {
    hubClients.mark(at);
  },
  awaitDeltas: (timeoutMs: number) => hubClients.awaitDeltas(timeoutMs),
  reportHubClients: async (_nothing: null) => hubClients.report(),
  openRelayServices: (_nothing: null) => openRelayServices(),
  openPlainRelay: (_nothing: null) => openPlainRelay(),
  transfer: (plan: TransferPlan) => transfer(plan),
  echo: (plan: EchoPlan) => echo(plan),
  openRelays: (plan: { urls: readonly string[]; count: number }) => relayClients.open(plan),
  echoRelays: (_nothing: null) => relayClients.echoAll(),
  async closeRelays(_nothing: null) {
    relayClients.close();
  },
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
