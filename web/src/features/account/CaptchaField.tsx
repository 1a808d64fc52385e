import { Button, Loader, Progress, useComputedColorScheme } from '@mantine/core';
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../api/api-error';
import { describeError } from '../../api/describe-error';
import { useLanguage, useText } from '../../i18n/use-text';
import { useStore } from '../../store/create-store';
import classes from './CaptchaField.module.css';
import type { CaptchaSolver } from './captcha-solver';
import type { TurnstileSolver } from './turnstile-solver';
import type { Captcha } from './use-captcha';

export function CaptchaField({ captcha: { kind } }: { captcha: Captcha }) {
  if (!kind) return null;
  return kind.type === 'HashPow' ? <HashPow solver={kind.solver} /> : <Widget solver={kind.solver} />;
}

function HashPow({ solver }: { solver: CaptchaSolver }) {
  const t = useText('account');
  const { step, progress, error } = useStore(solver.state);
  useEffect(() => {
    solver.start();
    return solver.stop;
  }, [solver]);
  if (step === 'failed') return <Failed solver={solver} error={error} />;
  const isSolved = step === 'solved';
  return (
    <div className={classes.box}>
      <p className={classes.line} role="status">
        {isSolved ? <IconShieldCheck className="solved" aria-hidden /> : <Loader size={18} aria-hidden />}
        {t(isSolved ? 'account.captcha.solved' : 'account.captcha.working')}
      </p>
      <Progress
        value={progress * 100}
        size={3}
        color={isSolved ? 'green' : undefined}
        aria-label={t('account.captcha.progress')}
        className={classes.bar}
      />
    </div>
  );
}

function Widget({ solver }: { solver: TurnstileSolver }) {
  const theme = useComputedColorScheme('dark');
  const language = useLanguage();
  const { step, error } = useStore(solver.state);
  const place = useRef<HTMLDivElement>(null);
  useEffect(
    () => (place.current ? solver.attach(place.current, { theme, language: language.toLowerCase() }) : undefined),
    [solver, theme, language],
  );
  return (
    <>
      <div ref={place} className={classes.widget} data-failed={step === 'failed' || undefined} />
      {step === 'failed' && <Failed solver={solver} error={error} />}
    </>
  );
}

function Failed({ solver, error }: { solver: CaptchaSolver; error: unknown }) {
  const t = useText('account');
  const own = error instanceof ApiError && /^captcha\.(worker|widget)$/.test(error.code);
  return (
    <div className={classes.box} role="alert">
      <p className={classes.line}>
        <IconAlertTriangle className="danger" aria-hidden />
        <span>{own ? t('account.captcha.broken') : describeError(error)}</span>
      </p>
      <Button size="xs" variant="default" onClick={() => solver.start()}>
        {t('account.captcha.retry')}
      </Button>
    </div>
  );
}
