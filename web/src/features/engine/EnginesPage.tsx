import { IconServer2 } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { ListPanel } from '../../ui/ListPanel';
import { PageHeader } from '../../ui/PageHeader';
import { useAsked } from '../../ui/use-asked';
import { EngineDialog } from './EngineDialog';
import { type EngineAction, EngineRow } from './EngineRow';
import { useEngines } from './engine.queries';

type Asked = { name: string; action: EngineAction };

export function EnginesPage() {
  const t = useText('engine');
  const list = useEngines();
  const asked = useAsked<Asked>();
  const engines = list.data?.engines ?? [];
  const waiting = list.data?.waiting ?? 0;
  const chosen = engines.find(({ name }) => name === asked.subject?.name);
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
      <ListPanel
        query={list}
        count={3}
        isEmpty={engines.length === 0}
        empty={<EmptyState icon={<IconServer2 />} title={t('engine.empty')} hint={t('engine.emptyHint')} />}
      >
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
            <EngineRow
              key={engine.name}
              engine={engine}
              onAction={(action) => asked.ask({ name: engine.name, action })}
            />
          ))}
        </DataTable>
      </ListPanel>
      {engines.length > 0 && <p className="above-12 dimmed text-13">{t('engine.emptyHint')}</p>}
      {asked.subject && chosen && (
        <EngineDialog
          key={asked.number}
          engine={chosen}
          action={asked.subject.action}
          opened={asked.opened}
          onClose={asked.close}
        />
      )}
    </>
  );
}
