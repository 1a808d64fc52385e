import { useText } from '../i18n/use-text';
import { useKeys } from './keys';

/** `h` and `l` turn the pages of a list; without both functions there is one page. */
export function usePageKeys(toPrevious: (() => void) | undefined, toNext: (() => void) | undefined): void {
  const t = useText();
  const group = t('ui.keys.list');
  const keys = [
    { keys: 'h', label: t('ui.page.previous'), group, run: () => toPrevious?.() },
    { keys: 'l', label: t('ui.page.next'), group, run: () => toNext?.() },
  ];
  useKeys(toPrevious || toNext ? keys : []);
}
