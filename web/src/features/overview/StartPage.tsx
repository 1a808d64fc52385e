import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../i18n/use-text';
import { PageHeader } from '../../ui/PageHeader';
import { Panel } from '../../ui/Panel';
import { EngineStep } from './EngineStep';
import type { Overview } from './overview.queries';
import classes from './StartPage.module.css';
import { type StartStep, startSteps, stepsDone } from './start-steps';

type StartPageProps = {
  overview: Overview;
  isNamed: boolean;
  step: StartStep;
  /** Going on stores what the step offers, so it is not skipped. */
  stores: boolean;
  onStep: (step: StartStep) => void;
  /** The last step is done, or no more is wanted. */
  onLeave: () => void;
  administrator: ReactNode;
  mail: ReactNode;
  game: ReactNode;
  /** Saves by itself and then goes on. */
  name: (onSaved: () => void) => ReactNode;
};

/** From a new platform to the first game, one step after the other; each can be skipped and done later. */
export function StartPage({ overview, isNamed, step, stores, onStep, onLeave, name, ...contents }: StartPageProps) {
  const t = useText('overview');
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  const done = stepsDone(overview, isNamed);
  const index = startSteps.indexOf(step);
  const [before, after] = [startSteps[index - 1], startSteps[index + 1]];
  const next = () => (after ? onStep(after) : onLeave());
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus();
    shown.current = step;
  }, [step]);
  const content: Record<StartStep, ReactNode> = {
    ...contents,
    name: name(next),
    engine: <EngineStep />,
  };
  return (
    <>
      <PageHeader
        title={t('overview.start.title')}
        lead={t('overview.start.lead')}
        actions={
          <Button variant="default" onClick={onLeave}>
            {t('overview.start.leave')}
          </Button>
        }
      />
      <div className={classes.page}>
        <nav aria-label={t('overview.steps.title')}>
          <ol className={classes.steps}>
            {startSteps.map((one, place) => (
              <li key={one}>
                <Link
                  to="/admin/start"
                  search={{ step: one }}
                  className={classes.step}
                  aria-current={one === step ? 'step' : undefined}
                  data-done={done[one] || undefined}
                >
                  <span className={`${classes.number} figures`}>
                    {done[one] ? <IconCheck size={16} stroke={2.5} /> : place + 1}
                  </span>
                  <span>
                    {t(`overview.steps.${one}`)}
                    {done[one] && <span className="visually-hidden"> {t('overview.steps.done')}</span>}
                  </span>
                </Link>
              </li>
            ))}
          </ol>
        </nav>
        <Panel>
          <h2 ref={heading} tabIndex={-1} className={classes.heading}>
            {t(`overview.steps.${step}`)}
          </h2>
          <p className={classes.lead}>{t(`overview.start.${step}`)}</p>
          <div className="grid gap-16">{content[step]}</div>
          <div className={classes.buttons}>
            {before && (
              <Button variant="default" leftSection={<IconArrowLeft />} onClick={() => onStep(before)}>
                {t('overview.start.back')}
              </Button>
            )}
            <span className="grow" />
            <Button
              variant={done[step] && step !== 'name' ? 'filled' : 'default'}
              rightSection={after && <IconArrowRight />}
              onClick={next}
            >
              {t(
                after
                  ? done[step] || stores
                    ? 'overview.start.next'
                    : 'overview.start.skip'
                  : 'overview.start.finish',
              )}
            </Button>
          </div>
        </Panel>
      </div>
    </>
  );
}
