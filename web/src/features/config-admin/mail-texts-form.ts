import { useQueryClient } from '@tanstack/react-query';
import type { MailText, MailTexts } from '@vexil/contract/mail-text';
import { unknownPlaceholders } from '@vexil/contract/mail-text.rules';
import { useMemo, useRef } from 'react';
import type { z } from 'zod';
import { ApiError, isError } from '../../api/api-error';
import { useText } from '../../i18n/use-text';
import { useVersionedForm } from '../../ui/use-versioned-form';
import { mailTextsQuery, useSetMailText } from './config-admin.queries';

const parts = ['subject', 'text'] as const;
export type MailPart = (typeof parts)[number];
type Values = Record<string, string>;

export type MailId = Pick<MailText, 'kind' | 'language'>;
export const partName = ({ kind, language }: MailId, part: MailPart) => `${kind} ${language} ${part}`;
const standardOf = (mail: MailText, part: MailPart) => (part === 'subject' ? mail.standardSubject : mail.standardText);

const lengthMax = { subject: 160, text: 4000 };

type Body = MailId & { subject: string | null; text: string | null };
/** The versions are those of the texts; what is sent takes them from there. */
type Stored = { texts: readonly MailText[]; version: number };

const mailKey = ({ kind, language }: MailId) => `${kind} ${language}`;

const each = <T>(mails: readonly MailText[], make: (mail: MailText, part: MailPart) => T) =>
  Object.fromEntries(mails.flatMap((mail) => parts.map((part) => [partName(mail, part), make(mail, part)])));

const valuesOf = ({ texts }: Stored): Values => each(texts, (mail, part) => mail[part] ?? standardOf(mail, part));

/**
 * Texts of all mails in all languages, so that one may go from one to the next before saving. They are sent one after
 * the other, each on the version that it was edited on; what was refused stays typed.
 */
export function useMailTextsForm(data: z.infer<typeof MailTexts> | undefined) {
  const t = useText('config-admin');
  const queryClient = useQueryClient();
  const save = useSetMailText();
  const mails = useMemo(() => data?.texts ?? [], [data]);
  const stored = useMemo((): Stored => ({ texts: mails, version: 1 }), [mails]);
  const versions = useRef(new Map<string, number>());

  const send = async (bodies: Body[]) => {
    for (const body of bodies) {
      const version = versions.current.get(mailKey(body)) ?? 1;
      try {
        await save.mutateAsync({ ...body, version });
        versions.current.set(mailKey(body), version + 1);
      } catch (error) {
        if (!isError(error, 'request.outdated') || !error.current) throw error;
        const current = error.current as MailText;
        versions.current.set(mailKey(current), current.version);
        const texts = mails.map((mail) => (mailKey(mail) === mailKey(current) ? current : mail));
        const { message, status, code, lastSave } = error;
        throw new ApiError({ title: message, status, code, lastSave, current: { texts, version: 1 } satisfies Stored });
      }
    }
  };

  const form = useVersionedForm<Stored, Values, Body[]>({
    stored,
    base: useMemo(() => valuesOf(stored), [stored]),
    valuesOf,
    send,
    adopt: ({ texts }) =>
      queryClient.setQueryData(mailTextsQuery().queryKey, (known) => known && { ...known, texts: [...texts] }),
    labels: each(
      mails,
      ({ kind, language }, part) =>
        `${t(`config-admin.mailText.${part}`)} (${t(`config-admin.mailText.kind.${kind}`)}, ${language})`,
    ),
    check: (values, fields) =>
      each(mails, (mail, part) => {
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
  });
  // What others save in the middle of an edit must not pass for what it was made on.
  if (form.changed.length === 0) versions.current = new Map(mails.map((mail) => [mailKey(mail), mail.version]));
  return form;
}
export type MailTextsForm = ReturnType<typeof useMailTextsForm>;
