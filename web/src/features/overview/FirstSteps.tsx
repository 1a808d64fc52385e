import { Button } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { LinkAnchor } from '../../ui/links';
import { Panel } from '../../ui/Panel';
import classes from './Overview.module.css';
import type { Overview } from './overview.queries';

const storageKey = 'firstStepsHidden';

function isHidden(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'true';
  } catch {
    return false;
  }
}

type Step = { key: 'name' | 'mail' | 'engine' | 'game'; isDone: boolean; to?: LinkProps['to']; hash?: string };

/**
 * What a new platform needs before its first game. Each step is done when the platform says so, so they can be left and
 * taken up again at any time.
 */
export function FirstSteps({ overview, isNamed }: { overview: Overview; isNamed: boolean }) {
  const t = useText('overview');
  const [hidden, setHidden] = useState(isHidden);
  const hide = (next: boolean) => {
    setHidden(next);
    try {
      localStorage.setItem(storageKey, String(next));
    } catch {
      // Without storage it lasts as long as the page.
    }
  };
  const steps: Step[] = [
    { key: 'name', isDone: isNamed, to: '/admin/settings', hash: 'branding' },
    { key: 'mail', isDone: overview.setup.hasMail, to: '/admin/settings', hash: 'mail' },
    {
      key: 'engine',
      isDone: overview.workers?.some(({ engine, isEngineUp }) => engine !== null && isEngineUp) ?? false,
    },
    { key: 'game', isDone: overview.counts.games > 0, to: '/admin/games' },
  ];
  if (hidden) {
    return (
      <div>
        <Button variant="subtle" size="compact-sm" onClick={() => hide(false)}>
          {t('overview.steps.show')}
        </Button>
      </div>
    );
  }
  return (
    <Panel
      title={t('overview.steps.title')}
      actions={
        <Button variant="default" size="xs" onClick={() => hide(true)}>
          {t('overview.steps.skip')}
        </Button>
      }
    >
      <ol className={classes.list}>
        {steps.map(({ key, isDone, to, hash }) => (
          <li key={key} className={classes.line} data-level={isDone ? 'ok' : undefined}>
            {isDone ? (
              <IconCircleCheck size={18} stroke={1.75} aria-hidden />
            ) : (
              <IconCircleDashed size={18} stroke={1.75} aria-hidden />
            )}
            <span>
              <strong>
                {to ? (
                  <LinkAnchor to={to} hash={hash}>
                    {t(`overview.steps.${key}`)}
                  </LinkAnchor>
                ) : (
                  t(`overview.steps.${key}`)
                )}
              </strong>{' '}
              <span className={classes.dimmed}>{t(isDone ? 'overview.steps.done' : `overview.steps.${key}Help`)}</span>
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
