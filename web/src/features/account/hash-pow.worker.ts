import type { HashPowChallenge } from '@vexil/contract/hash-pow';
import { solveHashPow } from './hash-pow';
import type { FromSolver } from './hash-pow-solver';

const say = (message: FromSolver) => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<HashPowChallenge>) => {
  say({ answer: solveHashPow(data, (tries) => say({ tries })) });
});
