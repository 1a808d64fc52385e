import { Button, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { changeLanguage } from '../i18n/i18n';
import { fallbackLanguage, type LanguageTag, languages, languageTags } from '../i18n/languages';
import { useLanguage, useText } from '../i18n/use-text';
import { toastFailure } from '../ui/toast';

type Choices = {
  current: LanguageTag;
  languages: { tag: LanguageTag; name: string }[];
  choose: (tag: LanguageTag) => void;
};

const choices = languageTags.map((tag) => ({ tag, name: languages[tag].name }));
const dialog = {
  machine: ['shell.translation.machineTitle', 'shell.translation.machineText'],
  incomplete: ['shell.translation.incompleteTitle', 'shell.translation.incompleteText'],
} as const;

/** The languages and their switch, for whatever list shows them; says when a translation is not complete. */
export function LanguageChoices({ children }: { children: (choices: Choices) => ReactNode }) {
  const t = useText();
  const current = useLanguage();
  const [warning, setWarning] = useState<keyof typeof dialog>('incomplete');
  const [opened, setOpened] = useState(false);

  const choose = (tag: LanguageTag) => {
    changeLanguage(tag).catch(() => toastFailure(t('ui.error.unexpected'), { id: 'language' }));
    const { quality } = languages[tag];
    if (quality === 'complete') return;
    setWarning(quality);
    setOpened(true);
  };
  const toEnglish = () => {
    void changeLanguage(fallbackLanguage);
    setOpened(false);
  };
  const [title, text] = dialog[warning];

  return (
    <>
      {children({ current, languages: choices, choose })}
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t(title)}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        <p className="dimmed">{t(text)}</p>
        <div className="row wrap end gap-8 above-20">
          <Button variant="default" onClick={toEnglish}>
            {t('shell.translation.toEnglish')}
          </Button>
          <Button onClick={() => setOpened(false)} data-autofocus>
            {t('shell.translation.confirm')}
          </Button>
        </div>
      </Modal>
    </>
  );
}
