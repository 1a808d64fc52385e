import { IconServer2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { FailedQuery } from '../../ui/FailedQuery';
import { PageHeader } from '../../ui/PageHeader';
import { Panel } from '../../ui/Panel';
import { ListSkeleton } from '../../ui/skeletons';
import { EngineDialog } from './EngineDialog';
import { type EngineAction, EngineRow } from './EngineRow';
import { useEngines } from './engine.queries';

type Asked = { name: string; action: EngineAction; number: number };

export function EnginesPage() {
  const t = useText('engine');
  const list = useEngines();
  const [asked, setAsked] = useState<Asked>();
  const [asking, setAsking] = useState(false);
  const ask = (name: string, action: EngineAction) => {
    setAsked((before) => ({ name, action, number: (before?.number ?? 0) + 1 }));
    setAsking(true);
  };
  const engines = list.data?.engines ?? [];
  const waiting = list.data?.waiting ?? 0;
  const chosen = engines.find(({ name }) => name === asked?.name);
  return (
    <>
      <PageHeader
        title={t('engine.title')}
        lead={t('engine.lead')}
        actions={
          waiting > 0 && (
            <span className="dimmed text-13 figures" role="status">
              {t('engine.waitingFor', { number: waiting })}
            </span>
          )
        }
      />
      <Panel flush>
        {list.isPending && <ListSkeleton count={3} />}
        <FailedQuery query={list} />
        {list.data && engines.length === 0 && (
          <EmptyState icon={<IconServer2 size={28} />} title={t('engine.empty')} hint={t('engine.emptyHint')} />
        )}
        {engines.length > 0 && (
          <DataTable
            label={t('engine.title')}
            head={[
              t('engine.head'),
              t('engine.stateHead'),
              t('engine.instances'),
              t('engine.memory'),
              t('engine.cpu'),
              t('engine.seen'),
              '',
            ]}
          >
            {engines.map((engine) => (
              <EngineRow key={engine.name} engine={engine} onAction={(action) => ask(engine.name, action)} />
            ))}
          </DataTable>
        )}
      </Panel>
      {asked && chosen && (
        <EngineDialog
          key={asked.number}
          engine={chosen}
          action={asked.action}
          opened={asking}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
