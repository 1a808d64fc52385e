export const traceKinds = ['Opened', 'Loaded', 'Connected'] as const;
export type TraceKind = (typeof traceKinds)[number];

export const caseStates = ['Open', 'Cleared', 'Moved', 'Suspended'] as const;
export type CaseState = (typeof caseStates)[number];

/** Why staff should look. */
export const findingReasons = [
  'Canary',
  'SharedFlag',
  'CaptureHit',
  'NotOpened',
  'NotLoaded',
  'ShortInterval',
  'SolveRun',
  'SameAnswers',
  'SharedDevice',
] as const;
export type FindingReason = (typeof findingReasons)[number];
