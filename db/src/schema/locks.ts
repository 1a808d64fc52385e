/** Classes of advisory locks whose second key is an id; any numbers do as long as they differ. */
export const lockClasses = {
  /** Held shared while a submission of a challenge is inserted, exclusively to wait for pending inserts. */
  submissionArrival: 7_836_101,
  /** Held while submissions of a challenge are judged. */
  challengeJudge: 7_836_102,
  /** Held while the bloods of a game are announced. */
  bloodNotices: 7_836_103,
  /** Held while an administrator's change of settings is stored; its second key is 0. */
  settings: 7_836_110,
  /** Held while accounts are imported; its second key is 0. */
  accountImport: 7_836_111,
} as const;
