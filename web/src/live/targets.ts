export type { LivePayload, LiveTarget } from '@vexil/server/contract/live';
