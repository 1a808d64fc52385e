// All processes of one machine share the clock behind `hrtime`; that of `performance` begins anew in each.
const offsetMs = Number(process.hrtime.bigint()) / 1e6 - performance.now();

/** Milliseconds on a clock that all processes of this machine share. */
export const sharedNow = (): number => performance.now() + offsetMs;
