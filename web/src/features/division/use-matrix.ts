import { useQueryClient } from '@tanstack/react-query';
import type { ChallengeInfo } from '@vexil/contract/challenge';
import type { Division } from '@vexil/contract/division';
import { hasPermission } from '@vexil/rules/permission.rules';
import { useMemo, useRef, useState } from 'react';
import { isError, type LastSave } from '../../api/api-error';
import { useDescribeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import type { ConflictDialogProps, Side } from '../../ui/ConflictDialog';
import { toastSuccess } from '../../ui/toast';
import { divisionsQuery, useSaveDivision } from './division.queries';
import { applyEdits, cellKey, cellOfKey, defaults, type Edits, pendingEdits, storedMask } from './matrix';
import { challengePermissionNames } from './permission-conflicts';

type Asked = {
  mine: Edits;
  theirs: Division;
  keys: string[];
  before: Division;
  lastSave: LastSave | undefined;
  /** Undefined when the reader goes back to editing. */
  answer: (sides: Record<string, Side> | undefined) => void;
};

const ofDivision = (edits: Edits, id: number): Edits =>
  Object.fromEntries(Object.entries(edits).filter(([key]) => cellOfKey(key).divisionId === id));

const without = (edits: Edits, keys: readonly string[]): Edits =>
  Object.fromEntries(Object.entries(edits).filter(([key]) => !keys.includes(key)));

const maskOf = (division: Division, key: string) => storedMask(division, cellOfKey(key).challengeId);

/**
 * Unsaved cells over the stored divisions. A division is saved on the version that its edits were made on: cells that
 * only others changed are merged without a word, for a cell that both changed the reader chooses.
 */
export function useMatrix(gameId: number, stored: readonly Division[], challenges: readonly ChallengeInfo[]) {
  const t = useText('division');
  const describe = useDescribeError();
  const queryClient = useQueryClient();
  const send = useSaveDivision(gameId);
  const [edits, setEdits] = useState<Edits>({});
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [asked, setAsked] = useState<Asked>();
  const basis = useRef(new Map<number, Division>());

  const pending = useMemo(() => pendingEdits(stored, edits), [stored, edits]);
  const divisions = useMemo(() => stored.map((division) => applyEdits(division, pending)), [stored, pending]);
  const edited = stored.filter(({ id }) => Object.keys(pending).some((key) => cellOfKey(key).divisionId === id));
  for (const id of basis.current.keys()) if (!edited.some((division) => division.id === id)) basis.current.delete(id);

  const edit = (changes: Edits) => {
    for (const key of Object.keys(changes)) {
      const { divisionId } = cellOfKey(key);
      const division = stored.find(({ id }) => id === divisionId);
      if (division && !basis.current.has(divisionId)) basis.current.set(divisionId, division);
    }
    setFailure(undefined);
    setEdits((current) => ({ ...current, ...changes }));
  };
  const adopt = (other: Division) =>
    queryClient.setQueryData(divisionsQuery(gameId).queryKey, (known) =>
      known?.map((one) => (one.id === other.id ? other : one)),
    );
  const ask = (question: Omit<Asked, 'answer'>) =>
    new Promise<Record<string, Side> | undefined>((resolve) => {
      const answer = (sides: Record<string, Side> | undefined) => {
        setAsked(undefined);
        resolve(sides);
      };
      setAsked({ ...question, answer });
    });

  /** False when the reader goes back to editing. */
  const saveDivision = async (division: Division): Promise<boolean> => {
    let mine = ofDivision(pending, division.id);
    let based = basis.current.get(division.id) ?? division;
    for (;;) {
      const { defaultPermissions, challengeConfigs } = applyEdits(based, mine);
      const keys = Object.keys(mine).map(cellOfKey);
      const body = {
        ...(keys.some(({ challengeId }) => challengeId === defaults) && { defaultPermissions }),
        ...(keys.some(({ challengeId }) => challengeId !== defaults) && { challengeConfigs }),
        version: based.version,
      };
      try {
        adopt(await send.mutateAsync({ divisionId: division.id, body }));
        return true;
      } catch (error) {
        if (!isError(error, 'request.outdated') || !error.current) throw error;
        const theirs = error.current as Division;
        const isTaken = (key: string) =>
          maskOf(theirs, key) !== maskOf(based, key) && maskOf(theirs, key) !== mine[key];
        const both = Object.keys(mine).filter(isTaken);
        const sides =
          both.length > 0 ? await ask({ mine, theirs, keys: both, before: based, lastSave: error.lastSave }) : {};
        if (!sides) return false;
        const given = mine;
        const dropped = Object.keys(given).filter(
          (key) => sides[key] === 'theirs' || maskOf(theirs, key) === given[key],
        );
        mine = without(given, dropped);
        basis.current.set(division.id, theirs);
        based = theirs;
        // At once, so that the choice holds also where the merged save is refused.
        setEdits((current) => without(current, dropped));
        adopt(theirs);
        if (Object.keys(mine).length === 0) return true;
      }
    }
  };

  const save = async () => {
    setSaving(true);
    setFailure(undefined);
    try {
      for (const division of edited) {
        if (!(await saveDivision(division))) return;
        setEdits((current) => without(current, Object.keys(ofDivision(pending, division.id))));
      }
      toastSuccess(t('division.matrix.saved'));
    } catch (error) {
      setFailure(describe(error));
    } finally {
      setSaving(false);
    }
  };

  return {
    divisions,
    pending,
    changes: edited.map(({ id, name }) =>
      t('division.matrix.changes', { name, count: Object.keys(ofDivision(pending, id)).length }),
    ),
    saving,
    failure,
    edit,
    save,
    discard: () => {
      setEdits({});
      setFailure(undefined);
    },
    conflict: useConflictFields(asked, stored, challenges),
  };
}

/** The dialog's fields: one for each cell that both sides changed. */
function useConflictFields(
  asked: Asked | undefined,
  stored: readonly Division[],
  challenges: readonly ChallengeInfo[],
): ConflictDialogProps {
  const t = useText('division');
  const nameOf = (id: number) => stored.find((division) => division.id === id)?.name ?? '';
  const show = (mask: number | null | undefined) =>
    mask === null || mask === undefined
      ? t('division.matrix.inherited')
      : challengePermissionNames
          .filter((permission) => hasPermission(mask, permission))
          .map((permission) => t(`division.permission.${permission}`))
          .join('\n');
  const labelOf = (key: string) => {
    const { divisionId, challengeId } = cellOfKey(key);
    const title =
      challengeId === defaults
        ? t('division.matrix.defaults')
        : (challenges.find(({ id }) => id === challengeId)?.title ?? `#${challengeId}`);
    return `${nameOf(divisionId)} · ${title}`;
  };
  return {
    opened: asked !== undefined,
    fields: (asked?.keys ?? []).map((key) => ({
      name: key,
      label: labelOf(key),
      mine: show(asked?.mine[key]),
      theirs: show(asked && maskOf(asked.theirs, key)),
    })),
    others: (asked ? changedByOthers(asked) : []).map((key) => ({
      name: key,
      label: labelOf(key),
      before: show(asked && maskOf(asked.before, key)),
      theirs: show(asked && maskOf(asked.theirs, key)),
    })),
    lastSave: asked?.lastSave,
    onCancel: () => asked?.answer(undefined),
    onResolve: (sides) => asked?.answer(sides),
  };
}

function changedByOthers({ mine, before, theirs }: Asked): string[] {
  const named = [before, theirs].flatMap(({ challengeConfigs }) => challengeConfigs.map((one) => one.challengeId));
  return [...new Set([defaults, ...named])]
    .map((challengeId) => cellKey({ divisionId: theirs.id, challengeId }))
    .filter((key) => !(key in mine) && maskOf(before, key) !== maskOf(theirs, key));
}
