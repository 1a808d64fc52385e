/** What administrators get by webhook, once when it begins and once when it is over. */
export const healthConditions = [
  'DatabaseDown',
  'RedisDown',
  'StorageDown',
  'WorkerMissing',
  'EngineDown',
  'JudgingLate',
  'QueueLong',
  'DiskLow',
  'BackupLate',
] as const;
export type HealthCondition = (typeof healthConditions)[number];
