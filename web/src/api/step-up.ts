import { createStore, useStore } from '../store/create-store';
import { isError } from './api-error';

type Asked = { answer: (isProved: boolean) => void };

const asked = createStore<Asked | null>(null);
let answered: Promise<boolean> | undefined;

/** What the dialog answers, once however many calls wait for it; null while nothing is asked. */
export const useStepUpAsked = (): Asked | null => useStore(asked);

function askOnce(): Promise<boolean> {
  answered ??= new Promise<boolean>((resolve) => asked.set({ answer: resolve })).finally(() => {
    answered = undefined;
    asked.set(null);
  });
  return answered;
}

/** Makes a call that may need a fresh proof of who one is; asks for it and makes the call once more. */
export async function withStepUp<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (!isError(error, 'account.stepUpRequired') || !(await askOnce())) throw error;
    return make();
  }
}
