import type { MailText, MailTexts } from '@vexil/contract/mail-text';
import { unknownPlaceholders } from '@vexil/contract/mail-text.rules';
import type { z } from 'zod';
import { useText } from '../../i18n/use-text';
import { useForm } from '../../ui/use-form';
import { useSetMailTexts } from './config-admin.queries';

const parts = ['subject', 'text'] as const;
export type MailPart = (typeof parts)[number];
type Values = Record<string, string>;

export type MailId = Pick<MailText, 'kind' | 'language'>;
export const partName = ({ kind, language }: MailId, part: MailPart) => `${kind} ${language} ${part}`;
const standardOf = (mail: MailText, part: MailPart) => (part === 'subject' ? mail.standardSubject : mail.standardText);

const lengthMax = { subject: 160, text: 4000 };

/** Texts of all mails in all languages, so that one may go from one to the next before saving. */
export function useMailTextsForm(data: z.infer<typeof MailTexts> | undefined) {
  const t = useText('config-admin');
  const save = useSetMailTexts();
  const mails = data?.texts ?? [];
  const each = <T>(make: (mail: MailText, part: MailPart) => T) =>
    Object.fromEntries(mails.flatMap((mail) => parts.map((part) => [partName(mail, part), make(mail, part)])));

  return useForm<Values, object[]>({
    base: each((mail, part) => mail[part] ?? standardOf(mail, part)),
    labels: each(
      ({ kind, language }, part) =>
        `${t(`config-admin.mailText.${part}`)} (${t(`config-admin.mailText.kind.${kind}`)}, ${language})`,
    ),
    check: (values, fields) =>
      each((mail, part) => {
        const name = partName(mail, part);
        const value = (values[name] ?? '').trim();
        if (!(name in fields)) return undefined;
        if (value === '') return t('ui.invalid.required');
        if (value.length > lengthMax[part]) return t('ui.invalid.tooLong', { count: lengthMax[part] });
        const unknown = unknownPlaceholders(value);
        if (unknown.length === 0) return undefined;
        return t('config-admin.mailText.unknown', { names: unknown.map((one) => `{{${one}}}`).join(', ') });
      }),
    bodyOf: (fields, values) =>
      mails
        .filter((mail) => parts.some((part) => partName(mail, part) in fields))
        .map((mail) => {
          const own = (part: MailPart) => {
            const value = (values[partName(mail, part)] ?? '').trim();
            return value === standardOf(mail, part) ? null : value;
          };
          return { kind: mail.kind, language: mail.language, subject: own('subject'), text: own('text') };
        }),
    save: (bodies) => save.mutateAsync(bodies as Parameters<typeof save.mutateAsync>[0]),
  });
}
export type MailTextsForm = ReturnType<typeof useMailTextsForm>;
