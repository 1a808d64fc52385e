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
          state: done[step] ? 'ok' : 'todo',
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

/** Once there is a game: the way back into the guided setup, until its steps are done. */
export function StepsLeft({ overview, isNamed }: { overview: Overview; isNamed: boolean }) {
  const t = useText('overview');
  const done = stepsDone(overview, isNamed);
  const left = startSteps.filter((step) => !done[step]);
  if (left.length === 0) return null;
  const steps = left.map((step) => t(`overview.steps.${step}`)).join(', ');
  return (
    <p className="row wrap gap-8 text-13">
      <span className="dimmed">{t('overview.steps.left', { steps })}</span>
      <LinkAnchor to="/admin/start" search={{ step: left[0] }}>
        {t('overview.steps.guide')}
      </LinkAnchor>
    </p>
  );
}
