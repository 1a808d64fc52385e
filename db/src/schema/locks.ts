/** Classes of advisory locks whose second key is an id. */
export const lockClasses = {
  /** Shared while a submission is inserted, exclusive to wait for pending inserts. */
  submissionArrival: 7_836_101,
  challengeJudge: 7_836_102,
  bloodNotices: 7_836_103,
  captureSearches: 7_836_104,
  /** What challenges of a game require; taken before their rows. */
  requirements: 7_836_105,
  /** The second key is 0. */
  settings: 7_836_110,
  /** The second key is 0. */
  accountImport: 7_836_111,
  /** The second key is 0. */
  webhooks: 7_836_112,
  /** The second key is 0. */
  placement: 7_836_113,
} as const;
