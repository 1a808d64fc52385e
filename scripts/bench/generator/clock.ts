// `hrtime` reads a clock that all processes of a machine share; `performance` starts anew in each.
const offsetMs = Number(process.hrtime.bigint()) / 1e6 - performance.now();

export const sharedNow = (): number => performance.now() + offsetMs;
