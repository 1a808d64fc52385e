import { captchaEndpoints } from '@vexil/contract/captcha.endpoints';
import type { HashPowChallenge } from '@vexil/contract/hash-pow';
import { type SolverThread, threads } from '../features/account/hash-pow-solver';
import { answer } from './api';

const challenge = { challenge: '0011223344556677', difficulty: 8 };

/** Forms ask for HashPow, with `onDemand` only after a refusal; nothing solves before `solve` is called. Each answer is `<id>:solved` with the id of its fetch. */
export function askHashPow({ onDemand = false } = {}) {
  let fetched = 0;
  const asked: { id: string; thread: SolverThread; isEnded: boolean }[] = [];
  answer(captchaEndpoints.info, {
    type: onDemand ? 'None' : 'HashPow',
    siteKey: '',
    onDemandType: 'HashPow',
    onDemandSiteKey: '',
  });
  answer(captchaEndpoints.powChallenge, () => {
    fetched += 1;
    return { id: `challenge${fetched}`, ...challenge };
  });
  threads.open = () => {
    const thread: SolverThread = {
      postMessage({ id }: HashPowChallenge) {
        asked.push({ id, thread, isEnded: false });
      },
      onmessage: null,
      onerror: null,
      terminate() {
        for (const one of asked) if (one.thread === thread) one.isEnded = true;
      },
    };
    return thread;
  };
  return {
    asked,
    solve() {
      const last = asked.at(-1);
      last?.thread.onmessage?.(new MessageEvent('message', { data: { answer: `${last.id}:solved` } }));
    },
  };
}
