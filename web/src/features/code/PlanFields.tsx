import { diffLines } from '@vexil/code/line-diff';
import { type ValueWords, valueText } from '@vexil/code/value-text';
import type { PlanChange } from '@vexil/contract/plan';
import { challengeCategories, scoreCurves } from '@vexil/db/enums/challenge';
import { networkModes } from '@vexil/db/enums/container';
import { boardVisibilities, staffRoles } from '@vexil/db/enums/game';
import type { TextKey } from '../../i18n/texts';
import { useLanguage, useText } from '../../i18n/use-text';
import { MarkedLines } from '../../ui/ConflictDialog';
import { DataTable } from '../../ui/DataTable';
import { formatTime } from '../../ui/format-time';
import classes from './FolderPage.module.css';

type Label = TextKey<'challenge-edit' | 'code' | 'game-edit' | 'staff'>;
/** Members that the editors of challenge and game know by this name. */
const ofEditor = [
  ...(['title', 'category', 'content', 'connection', 'author', 'tags', 'topics', 'requires', 'lockedShown'] as const),
  ...(['next', 'deadlineUtc', 'releaseUtc', 'submissionLimit', 'curve', 'originalScore', 'minScoreRate'] as const),
  ...([
    'difficulty',
    'containerImage',
    'exposePort',
    'memoryLimit',
    'cpuCount',
    'storageLimit',
    'networkMode',
  ] as const),
  ...(['enableTrafficCapture', 'fileName', 'readOnlyRoot', 'tmpfsSize', 'mainKind', 'entry', 'ports'] as const),
  ...(['companions', 'flagDelivery', 'flagPath', 'runtime', 'rotateFlag', 'sharing', 'warmCount'] as const),
];
const ofGameEditor = [
  ...(['summary', 'content', 'start', 'end', 'freezeTime', 'practiceMode', 'acceptWithoutReview'] as const),
  ...(['inviteCode', 'teamMemberCountLimit', 'containerCountLimit', 'boardVisibility', 'writeupRequired'] as const),
  ...(['hintsMayGoBelowZero', 'writeupDeadline', 'writeupNote', 'rules', 'fields', 'allowsMcp'] as const),
  ...(['addressesKeptDays', 'capturesKeptDays', 'writeupsKeptDays'] as const),
];
const ofChallenge: Record<string, Label> = {
  ...Object.fromEntries(ofEditor.map((name) => [name, `challenge-edit.field.${name}` as const])),
  customCategory: 'challenge-edit.field.category',
  hintList: 'challenge-edit.field.hints',
  cost: 'challenge-edit.hints.cost',
  role: 'staff.add.role',
  count: 'challenge-edit.field.requiredCount',
  flags: 'challenge-edit.frame.flags',
  flagTemplate: 'challenge-edit.frame.template',
  attachments: 'challenge-edit.section.attachment',
  solver: 'challenge-edit.section.solver',
  containerOptions: 'challenge-edit.section.options',
  position: 'challenge-edit.order.label',
  isEnabled: 'challenge-edit.list.enabled',
  disableBloodBonus: 'challenge-edit.field.bloodBonus',
  minimumScore: 'challenge-edit.field.minScoreRate',
  decay: 'challenge-edit.field.difficulty',
};
const ofGame: Record<string, Label> = {
  ...Object.fromEntries(ofGameEditor.map((name) => [name, `game-edit.info.${name}` as const])),
  title: 'game-edit.info.titleField',
  bloodBonus: 'challenge-edit.field.bloodBonus',
  bloodBonusPoints: 'game-edit.info.bloodFixed',
  containerTotalLimit: 'code.containerTotalLimit',
  customCategories: 'game-edit.section.categories',
  divisions: 'game-edit.frame.divisions',
  staff: 'game-edit.frame.staff',
};

const one = <Word extends string>(words: readonly Word[], value: string) => words.find((word) => word === value);

function useWords(): ValueWords & { label(field: string, isGame: boolean): string } {
  const t = useText('challenge-edit', 'code', 'conflict', 'game-edit', 'staff');
  const language = useLanguage();
  const label = (field: string, isGame: boolean) => {
    const key = (isGame ? ofGame : ofChallenge)[field];
    return key ? t(key) : field;
  };
  return {
    label,
    none: t('conflict.empty'),
    // The editor has a box for the bonus, not for its absence.
    is: (field, value) => t(value === (field === 'disableBloodBonus') ? 'conflict.off' : 'conflict.on'),
    time: (at) => formatTime(at, 'moment', language),
    points: (count) => t('challenge-edit.preview.points', { count }),
    name: (member) => label(member, false),
    word: (field, value) => {
      const category = field === 'category' && one(challengeCategories, value);
      const curve = field === 'curve' && one(scoreCurves, value);
      const network = field === 'networkMode' && one(networkModes, value);
      const board = field === 'boardVisibility' && one(boardVisibilities, value);
      if (category) return t(`ui.category.${category}`);
      if (curve) return t(`challenge-edit.curve.${curve}`);
      if (network) return t(`challenge-edit.network.${network}`);
      const role = field === 'role' && one(staffRoles, value);
      if (role) return t(`staff.role.${role}`);
      return board ? t(`game-edit.info.board.${board}`) : value;
    },
  };
}

type PlanFieldsProps = { label: string; isGame: boolean; fields: PlanChange['fields'] };

/** What differs, in the words of the editor. */
export function PlanFields({ label, isGame, fields }: PlanFieldsProps) {
  const t = useText('code');
  const words = useWords();
  return (
    <DataTable label={label} head={[t('code.field'), t('code.before'), t('code.after'), '']}>
      {fields.map(({ field, before, after, changedIn, noticed }) => {
        const texts = [before, after].map((json) => (json === null ? null : valueText(field, json, words)));
        const [old, own] = diffLines(texts[0] ?? t('code.secret'), texts[1] ?? t('code.secret'));
        return (
          <tr key={field}>
            <td data-wide className={classes.name}>
              {words.label(field, isGame)}
            </td>
            <td data-label={t('code.before')} className={classes.value}>
              <MarkedLines label={t('code.before')} lines={old} />
            </td>
            <td data-label={t('code.after')} className={classes.value}>
              <MarkedLines label={t('code.after')} lines={own} />
            </td>
            <td data-wide>
              {[
                ...(changedIn === 'Folder' ? [] : [t(`code.changedIn.${changedIn}`)]),
                ...(noticed ? [t('code.noticed')] : []),
              ].join(' · ')}
            </td>
          </tr>
        );
      })}
    </DataTable>
  );
}
