import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import { checkAccent, nearestReadable } from '../../theme/accent-check';
import { formatNumber } from '../../ui/format-number';
import classes from './Settings.module.css';

/** Whether the chosen colour can be seen in both schemes, in words, and the nearest one that can. */
export function AccentCheck({ colour, onCorrect }: { colour: string; onCorrect: (colour: string) => void }) {
  const t = useText('config-admin');
  const corrected = nearestReadable(colour);
  return (
    <div className={classes.check} role="status">
      <ul className={classes.checks}>
        {checkAccent(colour).map(({ scheme, ratio, isReadable, shown }) => (
          <li key={scheme} data-level={isReadable ? 'ok' : 'warning'}>
            {isReadable ? <IconCheck size={16} stroke="2px" /> : <IconAlertTriangle size={16} />}
            <span className="figures">
              {t(`config-admin.contrast.${scheme}${isReadable ? 'Good' : 'Weak'}`, {
                ratio: formatNumber(ratio),
                shown,
              })}
            </span>
            <span className={classes.swatch} style={{ background: shown }} aria-hidden />
          </li>
        ))}
      </ul>
      {corrected.toLowerCase() !== colour.toLowerCase() && (
        <Button variant="default" size="xs" onClick={() => onCorrect(corrected)}>
          <span className={classes.swatch} style={{ background: corrected }} aria-hidden />
          {t('config-admin.contrast.correct', { colour: corrected })}
        </Button>
      )}
    </div>
  );
}
