import type { AuditKind } from '@vexil/db/enums/audit';
import { useText } from '../../i18n/use-text';
import { ListFilters } from '../../ui/ListFilters';
import { AuditFilters } from './AuditFilters';
import { AuditList } from './AuditList';
import { type GameAuditSearch, useGameAudit } from './game-audit.queries';

/** Kinds of things that belong to a game. */
const kinds = [
  'award',
  'capture',
  'challenge',
  'container',
  'division',
  'flag',
  'game',
  'notice',
  'participation',
  'rejudging',
  'webhook',
  'writeup',
] as const satisfies readonly AuditKind[];

type GameAuditPageProps = { gameId: number; search: GameAuditSearch; onSearch: (search: GameAuditSearch) => void };

export function GameAuditPage({ gameId, search, onSearch }: GameAuditPageProps) {
  const t = useText('audit-log');
  const audit = useGameAudit(gameId, search);
  return (
    <>
      <ListFilters count={audit.data && t('audit-log.count', { count: audit.data.total })}>
        <AuditFilters
          kinds={kinds}
          search={search}
          onFilter={(changed) => onSearch({ ...search, ...changed, page: undefined })}
        />
      </ListFilters>
      <AuditList audit={audit} gameId={gameId} search={search} onSearch={onSearch} />
    </>
  );
}
