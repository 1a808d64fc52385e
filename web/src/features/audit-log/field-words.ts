import { auditTextLengthMax } from '@vexil/contract/audit.limits';
import { plainText } from '@vexil/rules/plain-text.rules';
import { unpackBloodBonus } from '@vexil/rules/score.rules';
import type { LanguageTag } from '../../i18n/languages';
import type { TextKey, Translate } from '../../i18n/texts';
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

/** The labels that the editors give the audited fields, by kind of the action. */
const labels: Record<string, TextKey<Editor>> = {
  'account.bio': 'account-admin.field.bio',
  'account.email': 'account-admin.field.email',
  'account.emailConfirmed': 'account-admin.field.emailConfirmed',
  'account.fields': 'config-admin.field.fields',
  'account.passwordHash': 'account-admin.field.password',
  'account.phone': 'account-admin.field.phone',
  'account.realName': 'account-admin.field.realName',
  'account.role': 'account-admin.field.role',
  'account.stdNumber': 'account-admin.field.stdNumber',
  'account.userName': 'account-admin.field.userName',

  'challenge.attachment': 'challenge-edit.section.attachment',
  'challenge.attachments': 'challenge-edit.section.attachment',
  'challenge.attachmentId': 'challenge-edit.section.attachment',
  'challenge.author': 'challenge-edit.field.author',
  'challenge.category': 'challenge-edit.field.category',
  'challenge.connection': 'challenge-edit.field.connection',
  'challenge.containerImage': 'challenge-edit.field.containerImage',
  'challenge.containerOptions': 'challenge-edit.section.container',
  'challenge.content': 'challenge-edit.field.content',
  'challenge.cpuTenths': 'challenge-edit.field.cpuCount',
  'challenge.customCategory': 'challenge-edit.field.category',
  'challenge.deadlineAt': 'challenge-edit.field.deadlineUtc',
  'challenge.difficulty': 'challenge-edit.field.difficulty',
  'challenge.disableBloodBonus': 'challenge-edit.field.bloodBonus',
  'challenge.enableTrafficCapture': 'challenge-edit.field.enableTrafficCapture',
  'challenge.exposePort': 'challenge-edit.field.exposePort',
  'challenge.fileName': 'challenge-edit.field.fileName',
  'challenge.flagTemplateSealed': 'challenge-edit.frame.template',
  'challenge.hints': 'challenge-edit.field.hints',
  'challenge.hintList': 'challenge-edit.field.hints',
  'challenge.image': 'solver.field.image',
  'challenge.isEnabled': 'challenge-edit.list.enabled',
  'challenge.memoryLimitMiB': 'challenge-edit.field.memoryLimit',
  'challenge.curve': 'challenge-edit.field.curve',
  'challenge.decay': 'challenge-edit.field.difficulty',
  'challenge.minimumScore': 'challenge-edit.field.minScoreRate',
  'challenge.minScoreRate': 'challenge-edit.field.minScoreRate',
  'challenge.networkMode': 'challenge-edit.field.networkMode',
  'challenge.order': 'challenge-edit.order.label',
  'challenge.nextId': 'challenge-edit.field.next',
  'challenge.originalScore': 'challenge-edit.field.originalScore',
  'challenge.position': 'challenge-edit.order.label',
  'challenge.readOnlyRoot': 'challenge-edit.field.readOnlyRoot',
  'challenge.releaseAt': 'challenge-edit.field.releaseUtc',
  'challenge.requires': 'challenge-edit.field.requires',
  'challenge.solver': 'challenge-edit.section.solver',
  'challenge.solverScriptSealed': 'solver.field.script',
  'challenge.storageLimitMiB': 'challenge-edit.field.storageLimit',
  'challenge.submissionLimit': 'challenge-edit.field.submissionLimit',
  'challenge.tags': 'challenge-edit.field.tags',
  'challenge.title': 'challenge-edit.field.title',
  'challenge.tmpfsMiB': 'challenge-edit.field.tmpfsSize',
  'challenge.topics': 'challenge-edit.field.topics',
  'challenge.type': 'challenge-edit.field.type',

  'config.accountPolicy.activeOnRegister': 'config-admin.field.activeOnRegister',
  'config.accountPolicy.allowRegister': 'config-admin.field.allowRegister',
  'config.accountPolicy.emailConfirmationRequired': 'config-admin.field.emailConfirmationRequired',
  'config.accountPolicy.emailDomainList': 'config-admin.field.emailDomainList',
  'config.accountPolicy.factorRequiredFrom': 'config-admin.field.factorRequiredFrom',
  'config.accountPolicy.factorRequiredOf': 'config-admin.field.factorRequiredOf',
  'config.accountPolicy.fields': 'config-admin.field.fields',
  'config.accountPolicy.useCaptcha': 'config-admin.field.useCaptcha',
  'config.containerCeilings.cpuTenths': 'config-admin.field.cores',
  'config.containerCeilings.imageRegistries': 'config-admin.field.imageRegistries',
  'config.containerCeilings.instancesMax': 'config-admin.field.instancesMax',
  'config.containerCeilings.lifetimeMinutes': 'config-admin.field.lifetimeMinutes',
  'config.containerCeilings.memoryMiB': 'config-admin.field.memoryMiB',
  'config.containerCeilings.networkModes': 'config-admin.field.networkModes',
  'config.containerCeilings.runtimes': 'config-admin.field.runtimes',
  'config.containerCeilings.storageMiB': 'config-admin.field.storageMiB',
  'config.containerPolicy.autoDestroyOnLimitReached': 'config-admin.field.autoDestroyOnLimitReached',
  'config.containerPolicy.defaultLifetime': 'config-admin.field.defaultLifetime',
  'config.containerPolicy.extensionDuration': 'config-admin.field.extensionDuration',
  'config.containerPolicy.renewalWindow': 'config-admin.field.renewalWindow',
  'config.termsPolicy.eligibility': 'config-admin.field.eligibility',
  'config.termsPolicy.privacy': 'config-admin.field.privacy',
  'config.termsPolicy.terms': 'config-admin.field.terms',
  'config.globalConfig.customTheme': 'config-admin.field.customTheme',
  'config.globalConfig.description': 'config-admin.field.description',
  'config.globalConfig.faviconHash': 'config-admin.favicon.title',
  'config.globalConfig.footerInfo': 'config-admin.field.footerInfo',
  'config.globalConfig.foreignImages': 'config-admin.field.foreignImages',
  'config.globalConfig.logoHash': 'config-admin.logo.title',
  'config.globalConfig.slogan': 'config-admin.field.slogan',
  'config.globalConfig.title': 'config-admin.field.title',
  'config.subject': 'config-admin.mailText.subject',
  'config.text': 'config-admin.mailText.text',
  'config.to': 'config-admin.mail.to',

  'division.challengeConfigs': 'division.matrix.title',
  'division.defaultPermissions': 'division.field.permissions',
  'division.inviteCode': 'division.field.inviteCode',
  'division.kind': 'division.field.kind',
  'division.name': 'division.field.name',
  'division.ruleText': 'division.field.ruleText',
  'division.scoresAlone': 'division.field.scoresAlone',

  'engine.state': 'engine.stateHead',

  'game.addresses': 'game-edit.removed.addresses',
  'game.captures': 'game-edit.removed.captures',
  'game.writeups': 'game-edit.removed.writeups',
  'game.addressesKeptDays': 'game-edit.info.addressesKeptDays',
  'game.capturesKeptDays': 'game-edit.info.capturesKeptDays',
  'game.writeupsKeptDays': 'game-edit.info.writeupsKeptDays',
  'game.acceptWithoutReview': 'game-edit.info.acceptWithoutReview',
  'game.boardVisibility': 'game-edit.info.boardVisibility',
  'game.customCategories': 'game-edit.section.categories',
  'game.allowsMcp': 'game-edit.info.allowsMcp',
  'game.hintsMayGoBelowZero': 'game-edit.info.hintsMayGoBelowZero',
  'game.bloodBonus': 'challenge-edit.field.bloodBonus',
  'game.bloodBonusPoints': 'game-edit.info.bloodFixed',
  'game.containerCountLimit': 'game-edit.info.containerCountLimit',
  'game.content': 'game-edit.info.content',
  'game.endAt': 'game-edit.info.end',
  'game.fields': 'game-edit.info.fields',
  'game.freezeAt': 'game-edit.info.freezeTime',
  'game.revealedAt': 'game-edit.info.revealedAt',
  'game.revealedFreezeAt': 'game-edit.info.revealedFreeze',
  'game.hidden': 'game-edit.info.visible',
  'game.individual': 'game-edit.info.individual',
  'game.inviteCode': 'game-edit.info.inviteCode',
  'game.posterHash': 'game-edit.section.poster',
  'game.practiceMode': 'game-edit.info.practiceMode',
  'game.publicKey': 'game-edit.info.publicKey',
  'game.role': 'staff.add.role',
  'game.startAt': 'game-edit.info.start',
  'game.summary': 'game-edit.info.summary',
  'game.teamMemberCountLimit': 'game-edit.info.teamMemberCountLimit',
  'game.title': 'game-edit.info.titleField',
  'game.writeupDeadline': 'game-edit.info.writeupDeadline',
  'game.rules': 'game-edit.info.rules',
  'game.writeupNote': 'game-edit.info.writeupNote',
  'game.writeupRequired': 'game-edit.info.writeupRequired',

  'notice.challengeId': 'notice-edit.option.challenge',
  'notice.content': 'notice-edit.compose.label',
  'notice.pinned': 'notice-edit.item.isPinned',
  'notice.scheduledUtc': 'notice-edit.option.schedule',

  'participation.divisionId': 'writeup-edit.division',
  'participation.status': 'review.filter.status',
  'participation.team': 'team-admin.team',

  'post.content': 'post.form.content',
  'post.isPinned': 'post.form.pinned',
  'post.summary': 'post.form.summary',
  'post.tags': 'post.form.tags',
  'post.title': 'post.form.title',

  'team.bio': 'team-admin.edit.bio',
  'team.captainId': 'team-admin.captain',
  'team.locked': 'team-admin.locked',
  'team.name': 'team-admin.edit.name',

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
export function labelOf(action: string, field: string, t: Words): string {
  if (field === 'reason') return t('ui.reason.label');
  const key = labels[`${kindOf(action)}.${field}`];
  return key ? t(key) : field;
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
