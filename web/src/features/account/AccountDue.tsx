import { FactorDue, FactorNotice } from './FactorDue';
import { TermsDue } from './TermsDue';

type AccountDueProps = { what: 'factor' | 'terms' | 'notice'; due: number | null; onDone: () => void };

export function AccountDue({ what, due, onDone }: AccountDueProps) {
  if (what === 'factor') return <FactorDue onDone={onDone} />;
  if (what === 'terms') return <TermsDue />;
  return due !== null && <FactorNotice due={due} />;
}
