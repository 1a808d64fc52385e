import type { ChallengeInfo } from '@vexil/contract/challenge';
import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { categoryKey } from '../../ui/category';
import { toastError } from '../../ui/toast';
import { useOrderChallenges } from './challenge-edit.queries';
import { inListOrder, moveTo } from './challenge-order';

type Draft = { id: number; ids: number[]; by: 'pointer' | 'keys' };

const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };
const handleId = (id: number) => `move-challenge-${id}`;

/**
 * The order while it is being changed, by pointer or by keys: Space lifts, arrows move, Space puts down, Escape takes
 * back. A challenge moves within its category only, past those that the filters hide as well.
 */
export function useOrder(gameId: number, challenges: readonly ChallengeInfo[], shownIds: readonly number[]) {
  const t = useText('challenge-edit');
  const order = useOrderChallenges(gameId);
  const [draft, setDraft] = useState<Draft>();
  const [spoken, speak] = useState('');
  const sorted = inListOrder(draft ? withPlaces(challenges, draft.ids) : challenges);
  const moved = draft && challenges.find(({ id }) => id === draft.id);
  useRefocus(draft);

  const lift = (challenge: ChallengeInfo, by: Draft['by']) => {
    const ids = sorted.filter((one) => categoryKey(one) === categoryKey(challenge)).map(({ id }) => id);
    setDraft({ id: challenge.id, ids, by });
    if (by === 'keys') speak(t('challenge-edit.order.lifted', { title: challenge.title }));
  };
  const place = (target: number) => {
    if (!draft?.ids.includes(target) || target === draft.id) return;
    const ids = moveTo(draft.ids, draft.id, target);
    setDraft({ ...draft, ids });
    speak(t('challenge-edit.order.moved', { place: ids.indexOf(draft.id) + 1, total: ids.length }));
  };
  const cancel = () => {
    setDraft(undefined);
    speak(t('challenge-edit.order.cancelled'));
  };
  const drop = () => {
    if (!draft) return;
    const before = inListOrder(challenges).filter((one) => moved && categoryKey(one) === categoryKey(moved));
    setDraft(undefined);
    if (before.every(({ id }, index) => id === draft.ids[index])) return;
    order.mutate(draft.ids, {
      onSuccess: () => speak(t('challenge-edit.order.stored')),
      onError: (error) => toastError(error, { title: t('challenge-edit.order.failed') }),
    });
  };
  const onKeyDown = (event: KeyboardEvent, challenge: ChallengeInfo) => {
    const lifted = draft?.id === challenge.id;
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      return lifted ? drop() : lift(challenge, 'keys');
    }
    const step = steps[event.key];
    if (!lifted || (step === undefined && event.key !== 'Escape')) return;
    event.preventDefault();
    event.stopPropagation();
    if (step === undefined) return cancel();
    const mine = sorted.filter(({ id }) => draft.ids.includes(id) && shownIds.includes(id)).map(({ id }) => id);
    const target = mine[mine.indexOf(challenge.id) + step];
    if (target !== undefined) place(target);
  };
  const handle = (challenge: ChallengeInfo) => ({
    id: handleId(challenge.id),
    'aria-pressed': draft?.id === challenge.id,
    onKeyDown: (event: KeyboardEvent) => onKeyDown(event, challenge),
    onBlur: (event: { relatedTarget: EventTarget | null }) => {
      if (draft?.by === 'keys' && event.relatedTarget) drop();
    },
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      lift(challenge, 'pointer');
    },
    onPointerMove: (event: PointerEvent) => {
      if (draft?.by !== 'pointer') return;
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-challenge]');
      if (under) place(Number(under.dataset.challenge));
    },
    onPointerUp: () => draft?.by === 'pointer' && drop(),
    onPointerCancel: () => draft?.by === 'pointer' && setDraft(undefined),
  });
  return { sorted, spoken, moving: draft?.id, category: moved && categoryKey(moved), handle };
}

function withPlaces(challenges: readonly ChallengeInfo[], ids: readonly number[]): ChallengeInfo[] {
  return challenges.map((challenge) => {
    const place = ids.indexOf(challenge.id);
    return place < 0 ? challenge : { ...challenge, position: place + 1 };
  });
}

/** A node that moves in the document loses the focus. */
function useRefocus(draft: Draft | undefined): void {
  useEffect(() => {
    if (draft?.by === 'keys') document.getElementById(handleId(draft.id))?.focus();
  }, [draft]);
}
