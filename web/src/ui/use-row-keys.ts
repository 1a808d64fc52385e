import { type KeyboardEvent, useRef } from 'react';
import { useText } from '../i18n/use-text';
import { useKeys } from './keys';

/**
 * Keys of a list: `j` and `k` or the arrows move the focus from row to row, `o` opens the row with focus. In each row
 * the element with `data-row` takes the focus and is pressed; rows without one are passed over.
 *
 * Returns what goes to the element whose children are the rows.
 */
export function useRowKeys<List extends HTMLElement>() {
  const t = useText();
  const list = useRef<List>(null);
  const focused = () => {
    const row = [...(list.current?.children ?? [])].find((each) => each.contains(document.activeElement));
    return row?.querySelector<HTMLElement>('[data-row]');
  };
  const move = (step: 1 | -1) => {
    const targets = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const from = focused();
    const next = from ? targets[targets.indexOf(from) + step] : targets.at(step > 0 ? 0 : -1);
    next?.focus();
    next?.scrollIntoView?.({ block: 'nearest' });
  };
  const group = t('ui.keys.list');
  useKeys([
    { keys: 'j', label: t('ui.keys.nextRow'), group, run: () => move(1) },
    { keys: 'k', label: t('ui.keys.previousRow'), group, run: () => move(-1) },
    { keys: 'o', label: t('ui.keys.openRow'), group, run: () => focused()?.click() },
  ]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const at = event.target as HTMLElement;
    // Menus are children for React and stand elsewhere in the page; fields have a use for the arrows.
    if (event.defaultPrevented || !list.current?.contains(at) || at.matches('input, select, textarea')) return;
    event.preventDefault();
    move(event.key === 'ArrowDown' ? 1 : -1);
  };
  return { ref: list, onKeyDown };
}
