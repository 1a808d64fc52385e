import {
  IconAlertTriangle,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleX,
  IconHourglassLow,
  IconPlayerPlay,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import { MainCell } from '../../ui/DataTable';
import { formatBytes } from '../../ui/format-bytes';
import { formatNumber } from '../../ui/format-number';
import { RowTool } from '../../ui/RowTool';
import { StateWord } from '../../ui/StateWord';
import { RelativeTime } from '../../ui/Time';
import classes from './Engines.module.css';
import type { Engine } from './engine.queries';

export type EngineAction = 'drain' | 'resume' | 'remove';

const kindNames: Record<Engine['kind'], string> = {
  docker: 'Docker',
  swarm: 'Docker Swarm',
  kubernetes: 'Kubernetes',
};

const actionsOf: Record<Engine['state'], readonly EngineAction[]> = {
  active: ['drain', 'remove'],
  draining: ['resume', 'remove'],
  removed: ['resume'],
};

const actionIcons: Record<EngineAction, TablerIcon> = {
  drain: IconHourglassLow,
  resume: IconPlayerPlay,
  remove: IconTrash,
};

const stateIcons: Record<Engine['state'], TablerIcon> = {
  active: IconCircleCheckFilled,
  draining: IconCircleDashed,
  removed: IconCircleX,
};

const stateTones = { active: 'solved', draining: 'warning', removed: undefined } as const;

/** Those that every Docker engine has. */
const ordinaryRuntimes = new Set(['runc', 'io.containerd.runc.v2', 'io.containerd.runtime.v1.linux']);

const loads = ['starting', 'waiting', 'ending'] as const;

const mebibyte = 1024 ** 2;
const memory = (mebibytes: number) => formatBytes(mebibytes * mebibyte);
const cores = (tenths: number) => formatNumber(tenths / 10);

type EngineRowProps = { engine: Engine; onAction: (action: EngineAction) => void };

export function EngineRow({ engine, onAction }: EngineRowProps) {
  const t = useText('engine');
  const { name, kind, state, running, runtimes, seenAt } = engine;
  const busy = loads.filter((load) => engine[load] > 0);
  return (
    <tr>
      <td data-wide>
        <MainCell
          name={name}
          detail={[kindNames[kind], ...runtimes.filter((one) => !ordinaryRuntimes.has(one))].join(' · ')}
        />
      </td>
      <td data-label={t('engine.stateHead')}>
        <EngineState engine={engine} />
      </td>
      <td data-narrow data-label={t('engine.instances')} className="figures">
        {t('engine.load.running', { number: running })}
        {busy.length > 0 && (
          <span className={classes.detail}>
            {busy.map((load) => t(`engine.load.${load}`, { number: engine[load] })).join(' · ')}
          </span>
        )}
      </td>
      <td data-narrow data-label={t('engine.memory')} className="figures">
        <Share used={memory(engine.memoryUsedMiB)} size={engine.memoryMiB === null ? null : memory(engine.memoryMiB)} />
        {!engine.isLimited && <span className={classes.detail}>{t('engine.unlimited')}</span>}
      </td>
      <td data-narrow data-label={t('engine.cpu')} className="figures">
        <Share used={cores(engine.cpuUsedTenths)} size={engine.cpuTenths === null ? null : cores(engine.cpuTenths)} />
      </td>
      <td data-narrow data-label={t('engine.seen')}>
        <RelativeTime at={seenAt} />
      </td>
      <td data-narrow data-tools="many">
        {actionsOf[state].map((action, index) => {
          const Icon = actionIcons[action];
          return (
            <RowTool
              key={action}
              isMain={index === 0}
              danger={action === 'remove'}
              label={t(`engine.${action}.action`)}
              name={name}
              onClick={() => onAction(action)}
            >
              <Icon />
            </RowTool>
          );
        })}
      </td>
    </tr>
  );
}

function Share({ used, size }: { used: string; size: string | null }) {
  const t = useText('engine');
  return size === null ? used : t('engine.of', { used, size });
}

function EngineState({ engine: { state, isUp, lastError } }: { engine: Engine }) {
  const t = useText('engine');
  const isMissed = !isUp && state !== 'removed';
  return (
    <StateWord
      icon={isMissed ? IconAlertTriangle : stateIcons[state]}
      tone={isMissed ? 'danger' : stateTones[state]}
      detail={!isUp && [t('engine.down'), lastError].filter(Boolean).join(': ')}
    >
      {t(`engine.state.${state}`)}
    </StateWord>
  );
}
