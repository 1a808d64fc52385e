import { captureEndpoints } from '@vexil/contract/capture.endpoints';
import type { CaptureFinding } from '@vexil/contract/capture-search';
import { addressOf } from '@vexil/contract/request';
import { useText } from '../../i18n/use-text';
import { CopyButton } from '../../ui/CopyButton';
import { Panel } from '../../ui/Panel';
import { Time } from '../../ui/Time';
import classes from './Cheat.module.css';

const fileAddress = ({ challengeId, participationId: partId, fileName: filename }: CaptureFinding) =>
  addressOf(captureEndpoints.download, { params: { challengeId, partId, filename } });

/** The packets that the flag was in. */
export function CheatTraffic({ traffic }: { traffic: CaptureFinding[] }) {
  const t = useText('monitor');
  return (
    <Panel flush title={t('monitor.case.traffic')}>
      <ul className={classes.packets} aria-label={t('monitor.case.traffic')}>
        {traffic.map((finding) => (
          <Packet key={finding.id} finding={finding} />
        ))}
      </ul>
    </Panel>
  );
}

function Packet({ finding }: { finding: CaptureFinding }) {
  const t = useText('monitor');
  const { fileName, isStored, side, time, stream, packet, offset, filter } = finding;
  return (
    <li className={classes.packet}>
      {isStored ? (
        <a href={fileAddress(finding)} download className="mono" aria-label={t('monitor.case.download', { fileName })}>
          {fileName}
        </a>
      ) : (
        <span>
          <code className="mono">{fileName}</code> {t('monitor.case.fileGone')}
        </span>
      )}
      <span className={classes.about}>
        <span>{t(`monitor.case.side.${side}`)}</span>
        <Time at={time} format="exact" />
        <span className="figures">{t('monitor.case.place', { stream, packet, offset })}</span>
      </span>
      <CopyButton value={filter} label={t('monitor.case.copyFilter', { filter })} />
    </li>
  );
}
