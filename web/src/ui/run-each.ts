import { useState } from 'react';
import { useText } from '../i18n/use-text';
import { toastError } from './toast';

/** Parallel requests. */
const width = 4;

/**
 * Runs an act for each of many, because calls change one thing. Each succeeds or fails by itself; a toast says how many
 * failed, and why the first did.
 */
export function useRunEach() {
  const t = useText();
  /** How many are done, while it runs. */
  const [done, setDone] = useState<number>();

  /** Gives those that succeeded. */
  async function run<Item>(items: readonly Item[], act: (item: Item) => Promise<unknown>): Promise<Item[]> {
    const queue = [...items];
    const succeeded: Item[] = [];
    const errors: unknown[] = [];
    const work = async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
        try {
          await act(item);
          succeeded.push(item);
          setDone(succeeded.length);
        } catch (error) {
          errors.push(error);
        }
      }
    };
    setDone(0);
    await Promise.all(Array.from({ length: width }, work));
    setDone(undefined);
    if (errors.length > 0) {
      toastError(errors[0], { title: t('ui.selection.failed', { number: errors.length }) });
    }
    return succeeded;
  }
  return { run, done };
}
