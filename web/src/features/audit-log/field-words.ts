import { auditTextLengthMax } from '@vexil/contract/audit.limits';
import { plainText } from '@vexil/rules/plain-text.rules';
import { unpackBloodBonus } from '@vexil/rules/score.rules';
import type { LanguageTag } from '../../i18n/languages';
import type { TextKey, Translate } from '../../i18n/texts';
import { hasText } from '../../i18n/translate';
import { formatTime } from '../../ui/format-time';

type Editor =
  | 'account-admin'
  | 'challenge-edit'
  | 'config-admin'
  | 'conflict'
  | 'division'
  | 'engine'
  | 'game-edit'
  | 'notice-edit'
  | 'post'
  | 'review'
  | 'solver'
  | 'staff'
  | 'team-admin'
  | 'token'
  | 'webhook'
  | 'writeup-edit';

type Words = Translate<Editor | 'ui' | 'shell'>;

/** Where the editors have the labels of their fields, by kind of the action: each under the field's own name. */
const editors: Record<string, string> = {
  account: 'account-admin.field',
  challenge: 'challenge-edit.field',
  config: 'config-admin.field',
  division: 'division.field',
  game: 'game-edit.info',
  post: 'post.form',
  team: 'team-admin.edit',
};

/** Those under another name. */
const labels: Record<string, TextKey<Editor>> = {
  'account.fields': 'config-admin.field.fields',
  'account.passwordHash': 'account-admin.field.password',

  'challenge.attachment': 'challenge-edit.section.attachment',
  'challenge.attachments': 'challenge-edit.section.attachment',
  'challenge.attachmentId': 'challenge-edit.section.attachment',
  'challenge.containerOptions': 'challenge-edit.section.container',
  'challenge.cpuTenths': 'challenge-edit.field.cpuCount',
  'challenge.customCategory': 'challenge-edit.field.category',
  'challenge.deadlineAt': 'challenge-edit.field.deadlineUtc',
  'challenge.disableBloodBonus': 'challenge-edit.field.bloodBonus',
  'challenge.flagTemplateSealed': 'challenge-edit.frame.template',
  'challenge.hintList': 'challenge-edit.field.hints',
  'challenge.image': 'solver.field.image',
  'challenge.isEnabled': 'challenge-edit.list.enabled',
  'challenge.memoryLimitMiB': 'challenge-edit.field.memoryLimit',
  'challenge.decay': 'challenge-edit.field.difficulty',
  'challenge.minimumScore': 'challenge-edit.field.minScoreRate',
  'challenge.order': 'challenge-edit.order.label',
  'challenge.nextId': 'challenge-edit.field.next',
  'challenge.position': 'challenge-edit.order.label',
  'challenge.releaseAt': 'challenge-edit.field.releaseUtc',
  'challenge.solver': 'challenge-edit.section.solver',
  'challenge.solverScriptSealed': 'solver.field.script',
  'challenge.storageLimitMiB': 'challenge-edit.field.storageLimit',
  'challenge.tmpfsMiB': 'challenge-edit.field.tmpfsSize',

  'config.containerCeilings.cpuTenths': 'config-admin.field.cores',
  'config.globalConfig.faviconHash': 'config-admin.favicon.title',
  'config.globalConfig.logoHash': 'config-admin.logo.title',
  'config.subject': 'config-admin.mailText.subject',
  'config.text': 'config-admin.mailText.text',
  'config.to': 'config-admin.mail.to',

  'division.challengeConfigs': 'division.matrix.title',
  'division.defaultPermissions': 'division.field.permissions',

  'engine.state': 'engine.stateHead',

  'game.addresses': 'game-edit.removed.addresses',
  'game.captures': 'game-edit.removed.captures',
  'game.writeups': 'game-edit.removed.writeups',
  'game.customCategories': 'game-edit.section.categories',
  'game.bloodBonus': 'challenge-edit.field.bloodBonus',
  'game.bloodBonusPoints': 'game-edit.info.bloodFixed',
  'game.endAt': 'game-edit.info.end',
  'game.freezeAt': 'game-edit.info.freezeTime',
  'game.revealedFreezeAt': 'game-edit.info.revealedFreeze',
  'game.hidden': 'game-edit.info.visible',
  'game.posterHash': 'game-edit.section.poster',
  'game.role': 'staff.add.role',
  'game.startAt': 'game-edit.info.start',
  'game.title': 'game-edit.info.titleField',

  'notice.challengeId': 'notice-edit.option.challenge',
  'notice.content': 'notice-edit.compose.label',
  'notice.pinned': 'notice-edit.item.isPinned',
  'notice.scheduledUtc': 'notice-edit.option.schedule',

  'participation.divisionId': 'writeup-edit.division',
  'participation.status': 'review.filter.status',
  'participation.team': 'team-admin.team',

  'post.isPinned': 'post.form.pinned',

  'team.captainId': 'team-admin.captain',
  'team.locked': 'team-admin.locked',

  'token.expiresAt': 'token.expires',
  'token.name': 'token.new.name',
  'token.revokedAt': 'token.state.revoked',
  'token.scopes': 'token.scopes.label',

  'webhook.chatId': 'webhook.chat',
  'webhook.format': 'webhook.formatLabel',
  'webhook.gameId': 'webhook.game',
  'webhook.host': 'webhook.address',
  'webhook.isEnabled': 'webhook.isEnabled',
  'webhook.isPrivate': 'webhook.isPrivate',
  'webhook.kinds': 'webhook.kinds',
  'webhook.name': 'webhook.name',

  'writeup.comment': 'writeup-edit.comment',
  'writeup.grade': 'writeup-edit.grade',
};

const kindOf = (action: string) => action.split('.', 1)[0] ?? '';

/** What the editor of the field calls it; its name where no editor has it. */
export function labelOf(action: string, field: string, t: Words, language: LanguageTag): string {
  if (field === 'reason') return t('ui.reason.label');
  const kind = kindOf(action);
  const key = labels[`${kind}.${field}`] ?? `${editors[kind]}.${field.split('.').at(-1)}`;
  return hasText(language, key) ? t(key as TextKey<Editor>) : field;
}

const percent = (value: number) => `${Number(value.toFixed(2))} %`;
const tenths = (value: unknown) => (typeof value === 'number' ? value / 10 : value);

const opposite = (value: unknown) => (typeof value === 'boolean' ? !value : value);

/** Where the editor shows another value than the one that is stored. */
const asEdited: Record<string, (value: unknown) => unknown> = {
  'challenge.cpuTenths': tenths,
  'config.containerCeilings.cpuTenths': tenths,
  'challenge.disableBloodBonus': opposite,
  'challenge.minScoreRate': (value) => (typeof value === 'number' ? percent(value * 100) : value),
  'game.hidden': opposite,
  'game.bloodBonus': (value) => {
    if (typeof value !== 'number') return value;
    const { first, second, third } = unpackBloodBonus(value);
    return [first, second, third].map((each) => percent(each / 10)).join(' · ');
  },
  'notice.content': (value) => (typeof value === 'string' ? plainText(value, auditTextLengthMax) : value),
  'notice.scheduledUtc': (value) => (typeof value === 'number' ? new Date(value).toISOString() : value),
};

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** The value in words, as the editor of the field shows it. */
export function shownOf(action: string, field: string, stored: unknown, t: Words, language: LanguageTag): string {
  const value = asEdited[`${kindOf(action)}.${field}`]?.(stored) ?? stored;
  if (value === null || value === undefined) return '—';
  if (typeof value === 'boolean') return t(value ? 'conflict.on' : 'conflict.off');
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join('\n') || '—';
  if (typeof value !== 'string') return JSON.stringify(value, null, 2);
  return instant.test(value) ? formatTime(Date.parse(value), 'full', language) : value;
}
