import { flagEntropyBitsMin, parseFlagTemplate, templateEntropyBits } from '@vexil/rules/flag-template.rules';
import { teamHashLength } from '@vexil/rules/team-hash.rules';
import { useText } from '../../i18n/use-text';
import classes from './Flags.module.css';

/** Random bits of a version 4 UUID. */
const uuidBits = 122;
/** Bits at which the bar is full. */
const barBits = 64;

/** An empty template stands for a random ID. */
export function Strength({ template }: { template: string }) {
  const t = useText('flag');
  const bits = Math.floor(bitsOf(template));
  const state = bits < flagEntropyBitsMin ? 'weak' : 'strong';
  return (
    <div className={classes.strength} data-state={state} role="status">
      <div className={classes.strengthWords}>
        <strong>{t(`flag.strength.${state}`)}</strong>
        <span className="figures">{t('flag.strength.bits', { count: bits, least: flagEntropyBitsMin })}</span>
      </div>
      <div className={classes.bar} aria-hidden>
        <span style={{ width: `${Math.min(100, (bits / barBits) * 100)}%` }} />
        <i style={{ left: `${(flagEntropyBitsMin / barBits) * 100}%` }} />
      </div>
    </div>
  );
}

function bitsOf(template: string): number {
  if (template.trim() === '') return uuidBits;
  const parsed = parseFlagTemplate(template);
  const placeholders = parsed.parts.reduce((bits, { kind }) => {
    if (kind === 'guid') return bits + uuidBits;
    return kind === 'teamHash' ? Math.max(bits, teamHashLength * 4) : bits;
  }, 0);
  return placeholders + templateEntropyBits(parsed);
}
