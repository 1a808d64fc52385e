import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useText } from '../i18n/use-text';
import { showCommands } from '../ui/commands';
import { LinkButton } from '../ui/links';
import { PageTitle } from '../ui/PageHeader';
import classes from './DeadEnd.module.css';

const codes = { notFound: '404', forbidden: '403' } as const;

/** A page that leads no further: why, at which address, and the ways out. The address bar keeps the address. */
export default function DeadEnd({ kind }: { kind: keyof typeof codes }) {
  const t = useText();
  const { href } = useLocation();
  const title = t(`shell.${kind}.title`);
  return (
    <div className={classes.page}>
      <PageTitle title={title} />
      <svg viewBox="0 0 120 96" width="120" height="96" fill="none" aria-hidden className={classes.staff}>
        <path d="M24 6v84" strokeWidth="5" strokeLinecap="round" stroke="currentColor" opacity="0.5" />
        <path
          d="M33 12h72L88 31l17 19H33z"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeDasharray="5 5"
          strokeLinejoin="round"
        />
        <text x="59" y="37" textAnchor="middle" className={classes.code}>
          {codes[kind]}
        </text>
      </svg>
      <h1 className="text-28 semibold tight display">{title}</h1>
      <p className={classes.text}>{t(`shell.${kind}.text`)}</p>
      <p className={classes.address}>{href}</p>
      <div className="row wrap middle gap-8">
        <LinkButton to="/">{t('shell.notFound.home')}</LinkButton>
        {kind === 'notFound' ? (
          <Button variant="default" leftSection={<IconSearch />} onClick={() => showCommands(true)}>
            {t('shell.notFound.search')}
          </Button>
        ) : (
          <LinkButton variant="default" to="/account/login" search={{ from: href }}>
            {t('shell.forbidden.switch')}
          </LinkButton>
        )}
      </div>
    </div>
  );
}
