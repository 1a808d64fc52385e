export type { LivePayload, LiveTarget } from '@vexil/contract/live';
