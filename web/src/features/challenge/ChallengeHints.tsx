import { Button } from '@mantine/core';
import { IconBulb, IconLock } from '@tabler/icons-react';
import type { ChallengeDetail as Detail } from '@vexil/contract/challenge';
import { useText } from '../../i18n/use-text';
import { Markdown } from '../../ui/Markdown';
import { OnDemandConfirm } from '../../ui/OnDemandConfirm';
import { useAsked } from '../../ui/use-asked';
import classes from './ChallengeDetail.module.css';

type Hint = Detail['hintList'][number];
type ChallengeHintsProps = {
  challenge: Pick<Detail, 'hintList' | 'hintBudget'>;
  onTake: ((hintId: number) => Promise<unknown>) | undefined;
  /** Of the own team, as they are now; undefined where there is none. */
  points: number | undefined;
};

export function ChallengeHints({ challenge, onTake, points }: ChallengeHintsProps) {
  const t = useText('challenge');
  const { subject, opened, number, ask, close } = useAsked<Hint>();
  const { hintList } = challenge;
  const read = challenge.hintBudget;
  const hintBudget = read && points !== undefined ? { ...read, points } : read;
  if (hintList.length === 0) return null;
  const isBeyond = ({ cost }: Hint) => hintBudget !== null && !hintBudget.mayGoBelowZero && cost > hintBudget.points;
  return (
    <section className="grid gap-8" aria-label={t('challenge.detail.hints', { count: hintList.length })}>
      {hintList.map((hint, index) => (
        <div key={hint.id} className={classes.hint}>
          {hint.content === null ? <IconLock /> : <IconBulb />}
          <div>
            <strong className="warning text-12 semibold anywhere">
              {[t('challenge.detail.hint', { number: index + 1 }), hint.title].filter(Boolean).join(' · ')}
            </strong>
            {hint.content === null ? (
              <p className="dimmed text-13">
                {t('challenge.hint.costs', { points: hint.cost })}
                {onTake && isBeyond(hint) && ` ${t('challenge.hint.has', { points: hintBudget?.points })}`}
              </p>
            ) : (
              <Markdown source={hint.content} compact />
            )}
          </div>
          {hint.content === null && onTake && (
            <Button
              size="xs"
              variant="default"
              aria-label={t('challenge.hint.takeNumber', { number: index + 1 })}
              disabled={isBeyond(hint)}
              onClick={() => ask(hint)}
            >
              {t('challenge.hint.take')}
            </Button>
          )}
        </div>
      ))}
      {subject && (
        <OnDemandConfirm
          key={number}
          opened={opened}
          onClose={close}
          title={t('challenge.hint.ask')}
          confirmLabel={t('challenge.hint.confirm', { points: subject.cost })}
          onConfirm={async () => onTake?.(subject.id)}
        >
          {[
            t('challenge.hint.costs', { points: subject.cost }),
            ...(hintBudget ? [t('challenge.hint.has', { points: hintBudget.points })] : []),
            t('challenge.hint.forTeam'),
          ].join(' ')}
        </OnDemandConfirm>
      )}
    </section>
  );
}
