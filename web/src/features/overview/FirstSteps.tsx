import { Button } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { LinkAnchor, LinkButton } from '../../ui/links';
import { Panel } from '../../ui/Panel';
import { Verdicts } from '../../ui/Verdicts';
import type { Overview } from './overview.queries';
import { areStepsHidden, hideSteps, startSteps, stepsDone } from './start-steps';

/** What a new platform needs before its first game, with the way into the guided setup. */
export function FirstSteps({ overview, isNamed }: { overview: Overview; isNamed: boolean }) {
  const t = useText('overview');
  const [hidden, setHidden] = useState(areStepsHidden);
  const done = stepsDone(overview, isNamed);
  const hide = (next: boolean) => {
    setHidden(next);
    hideSteps(next);
  };
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
        <>
          <Button variant="default" size="xs" onClick={() => hide(true)}>
            {t('overview.steps.skip')}
          </Button>
          <LinkButton size="xs" to="/admin/start" search={{ step: startSteps.find((step) => !done[step]) }}>
            {t('overview.steps.guide')}
          </LinkButton>
        </>
      }
    >
      <Verdicts
        items={startSteps.map((step) => ({
          key: step,
          state: done[step] ? 'ok' : 'unknown',
          words: (
            <LinkAnchor to="/admin/start" search={{ step }}>
              {t(`overview.steps.${step}`)}
            </LinkAnchor>
          ),
          detail: t(done[step] ? 'overview.steps.done' : `overview.steps.${step}Help`),
        }))}
      />
    </Panel>
  );
}
