import { useQueryClient } from '@tanstack/react-query';
import type { ChallengeInfo } from '@vexil/contract/challenge';
import type { Division } from '@vexil/contract/division';
import { hasPermission } from '@vexil/rules/permission.rules';
import { useMemo, useRef, useState } from 'react';
import { isError, type LastSave } from '../../api/api-error';
import { describeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { useConflict } from '../../ui/use-conflict';
import { divisionsQuery, useSaveDivision } from './division.queries';
import { applyEdits, cellKey, cellOfKey, defaults, type Edits, pendingEdits, storedMask } from './matrix';
import { challengePermissionNames } from './permission-conflicts';

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
  const queryClient = useQueryClient();
  const send = useSaveDivision(gameId);
  const [edits, setEdits] = useState<Edits>({});
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { conflict, ask } = useConflict();
  const wordsOf = useCellWords(stored, challenges);
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
  /** The edits that are left to save; undefined when the reader goes back to editing. */
  const merge = async (mine: Edits, before: Division, theirs: Division, lastSave: LastSave | undefined) => {
    const both = Object.keys(mine).filter(
      (key) => maskOf(theirs, key) !== maskOf(before, key) && maskOf(theirs, key) !== mine[key],
    );
    const { label, show } = wordsOf;
    const fieldOf = (key: string) => ({ name: key, label: label(key), theirs: show(maskOf(theirs, key)) });
    const question = {
      fields: both.map((key) => ({ ...fieldOf(key), mine: show(mine[key]) })),
      others: changedByOthers(mine, before, theirs).map((key) => ({
        ...fieldOf(key),
        before: show(maskOf(before, key)),
      })),
      lastSave,
    };
    const sides = both.length > 0 ? await ask(question) : {};
    if (!sides) return undefined;
    const dropped = Object.keys(mine).filter((key) => sides[key] === 'theirs' || maskOf(theirs, key) === mine[key]);
    // At once, so that the choice holds also where the merged save is refused.
    setEdits((current) => without(current, dropped));
    return without(mine, dropped);
  };

  /** False when the reader goes back to editing. */
  const saveDivision = async (division: Division, mine = ofDivision(pending, division.id)): Promise<boolean> => {
    const based = basis.current.get(division.id) ?? division;
    try {
      adopt(await send.mutateAsync({ divisionId: division.id, body: bodyOf(based, mine) }));
      return true;
    } catch (error) {
      if (!isError(error, 'request.outdated') || !error.current) throw error;
      const theirs = error.current as Division;
      const left = await merge(mine, based, theirs, error.lastSave);
      if (!left) return false;
      basis.current.set(division.id, theirs);
      adopt(theirs);
      return Object.keys(left).length === 0 || saveDivision(theirs, left);
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
    } catch (error) {
      setFailure(describeError(error));
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
    conflict,
  };
}

function bodyOf(based: Division, mine: Edits) {
  const { defaultPermissions, challengeConfigs } = applyEdits(based, mine);
  const cells = Object.keys(mine).map(cellOfKey);
  return {
    ...(cells.some(({ challengeId }) => challengeId === defaults) && { defaultPermissions }),
    ...(cells.some(({ challengeId }) => challengeId !== defaults) && { challengeConfigs }),
    version: based.version,
  };
}

function useCellWords(stored: readonly Division[], challenges: readonly ChallengeInfo[]) {
  const t = useText('division');
  const nameOf = (id: number) => stored.find((division) => division.id === id)?.name ?? '';
  const titleOf = (id: number) =>
    id === defaults ? t('division.matrix.defaults') : (challenges.find((one) => one.id === id)?.title ?? `#${id}`);
  return {
    show: (mask: number | null | undefined) =>
      mask === null || mask === undefined
        ? t('division.matrix.inherited')
        : challengePermissionNames
            .filter((permission) => hasPermission(mask, permission))
            .map((permission) => t(`division.permission.${permission}`))
            .join('\n'),
    label: (key: string) => {
      const { divisionId, challengeId } = cellOfKey(key);
      return `${nameOf(divisionId)} · ${titleOf(challengeId)}`;
    },
  };
}

function changedByOthers(mine: Edits, before: Division, theirs: Division): string[] {
  const named = [before, theirs].flatMap(({ challengeConfigs }) => challengeConfigs.map((one) => one.challengeId));
  return [...new Set([defaults, ...named])]
    .map((challengeId) => cellKey({ divisionId: theirs.id, challengeId }))
    .filter((key) => !(key in mine) && maskOf(before, key) !== maskOf(theirs, key));
}
