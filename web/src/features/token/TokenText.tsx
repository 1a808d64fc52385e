import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { OneTimeText } from '../../ui/OneTimeText';

type TokenTextProps = { text: string; name: string; more?: (onKept: () => void) => ReactNode };

export function TokenText({ text, name, more }: TokenTextProps) {
  const t = useText('token');
  return (
    <OneTimeText
      text={text}
      warning={t('token.text.once', { name })}
      use={
        <>
          {t('token.text.use')} <code>Authorization: Bearer …</code>
        </>
      }
      copyLabel={t('token.text.copy')}
      doneLabel={t('token.text.done')}
      more={more}
    />
  );
}
