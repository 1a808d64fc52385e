import { Button, Select, Textarea, TextInput } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { languages } from '@vexil/contract/languages';
import type { MailText, MailTexts } from '@vexil/contract/mail-text';
import { fillMailText, type MailPlaceholder, mailTime, paragraphsOf } from '@vexil/contract/mail-text.rules';
import { tokenPurposes } from '@vexil/db/enums/account';
import { useRef, useState } from 'react';
import type { z } from 'zod';
import { languages as languageNames } from '../../i18n/languages';
import { useText } from '../../i18n/use-text';
import { Panel } from '../../ui/Panel';
import classes from './MailTexts.module.css';
import { type MailPart, type MailTextsForm, partName } from './mail-texts-form';

type MailTextsSectionProps = {
  data: z.infer<typeof MailTexts>;
  form: MailTextsForm;
  /** As mails name the platform. */
  platform: string;
  language: string;
  id: string;
  title: string;
};

export function MailTextsSection({ data, form, platform, language, id, title }: MailTextsSectionProps) {
  const t = useText('config-admin');
  const [kind, setKind] = useState<MailText['kind']>('VerifyEmail');
  const [chosen, setChosen] = useState(language);
  const mail = data.texts.find((one) => one.kind === kind && one.language === chosen) ?? data.texts[0];
  if (!mail) return null;
  const isChanged = (one: Pick<MailText, 'kind' | 'language'>) =>
    form.changed.some((name) => name.startsWith(`${one.kind} ${one.language} `));
  const marked = (name: string, one: MailText | undefined) => {
    if (one && isChanged(one)) return `${name} · ${t('config-admin.section.changed')}`;
    return one && (one.subject !== null || one.text !== null) ? `${name} · ${t('config-admin.mailText.own')}` : name;
  };
  return (
    <Panel id={id} title={title} dense>
      <div className="grid gap-16">
        <p className={classes.help}>{t('config-admin.mailText.help')}</p>
        <div className={classes.columns}>
          <Select
            label={t('config-admin.mailText.mail')}
            value={kind}
            onChange={(next) => next && setKind(next as typeof kind)}
            data={tokenPurposes.map((value) => ({ value, label: t(`config-admin.mailText.kind.${value}`) }))}
          />
          <Select
            label={t('config-admin.mailText.language')}
            value={mail.language}
            onChange={(next) => next && setChosen(next)}
            data={languages.map((value) => ({
              value,
              label: marked(
                languageNames[value].name,
                data.texts.find((one) => one.kind === kind && one.language === value),
              ),
            }))}
          />
        </div>
        <MailTextEditor
          key={`${mail.kind} ${mail.language}`}
          mail={mail}
          placeholders={data.placeholders}
          form={form}
          platform={platform}
        />
      </div>
    </Panel>
  );
}

type EditorProps = {
  mail: MailText;
  placeholders: readonly MailPlaceholder[];
  form: MailTextsForm;
  platform: string;
};

function MailTextEditor({ mail, placeholders, form, platform }: EditorProps) {
  const t = useText('config-admin');
  const last = useRef<MailPart>('text');
  const inputs = { subject: useRef<HTMLInputElement>(null), text: useRef<HTMLTextAreaElement>(null) };
  const names = { subject: partName(mail, 'subject'), text: partName(mail, 'text') };
  const [subject, text] = [form.values[names.subject] ?? '', form.values[names.text] ?? ''];
  const isStandard = subject === mail.standardSubject && text === mail.standardText;
  const insert = (placeholder: MailPlaceholder) => {
    const part = last.current;
    const input = inputs[part].current;
    const value = form.values[names[part]] ?? '';
    const [from, to] = [input?.selectionStart ?? value.length, input?.selectionEnd ?? value.length];
    form.set(names[part], `${value.slice(0, from)}{{${placeholder}}}${value.slice(to)}`);
    input?.focus();
  };
  const reset = () => {
    form.set(names.subject, mail.standardSubject);
    form.set(names.text, mail.standardText);
  };
  const common = (part: MailPart) => ({
    ...form.text(names[part]),
    label: t(`config-admin.mailText.${part}`),
    lang: mail.language,
    onFocus: () => {
      last.current = part;
    },
  });
  return (
    <div className={classes.editor}>
      <div className="grid gap-12 shrinks">
        <TextInput {...common('subject')} ref={inputs.subject} maxLength={160} />
        <Textarea {...common('text')} ref={inputs.text} maxLength={4000} minRows={5} maxRows={14} />
        <fieldset className={classes.placeholders}>
          <legend>{t('config-admin.mailText.insert')}</legend>
          {placeholders.map((one) => (
            <Button key={one} variant="default" size="compact-xs" onClick={() => insert(one)}>
              {t(`config-admin.mailText.placeholder.${one}`)}
            </Button>
          ))}
        </fieldset>
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.reset}
          disabled={isStandard}
          leftSection={<IconArrowBackUp size={16} />}
          onClick={reset}
        >
          {t('config-admin.mailText.reset')}
        </Button>
      </div>
      <MailPreview mail={mail} subject={subject} text={text} platform={platform} />
    </div>
  );
}

type PreviewProps = { mail: MailText; subject: string; text: string; platform: string };

/** With invented values in place of names and times. */
function MailPreview({ mail, subject, text, platform }: PreviewProps) {
  const t = useText('config-admin');
  const time = mailTime(new Date('2026-03-04T15:06:00Z'), mail.language);
  const values = { name: 'Ada', platform, email: 'ada@example.org', time };
  const fill = (words: string) => fillMailText(words, values);
  return (
    <section className={classes.preview} aria-label={t('config-admin.mailText.preview')} lang={mail.language}>
      <p className={classes.subject}>{fill(subject)}</p>
      {paragraphsOf(text).map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no identity but their place
        <p key={index} className={classes.paragraph}>
          {fill(paragraph)}
        </p>
      ))}
      <p>
        <span className={classes.button}>{fill(mail.button)}</span>
      </p>
      <p className={classes.closing}>
        {mail.closing.map((line) => (
          <span key={line}>{fill(line)}</span>
        ))}
      </p>
    </section>
  );
}
