import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { auditEndpoints } from '@vexil/contract/audit.endpoints';
import { challengeEditEndpoints } from '@vexil/contract/challenge-edit.endpoints';
import { gameEditEndpoints } from '@vexil/contract/game-edit.endpoints';
import { noticeEditEndpoints } from '@vexil/contract/notice-edit.endpoints';
import type { InputOf } from '../../api/call';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';
import { type AuditSearch, pageSize, periodOf } from './audit-log.queries';
import type { Restorable } from './restorable';

export type GameAuditSearch = Omit<AuditSearch, 'game'>;

export function useGameAudit(gameId: number, { who, action, page = 1, ...period }: GameAuditSearch) {
  const query = { count: pageSize, skip: (page - 1) * pageSize, who, action, ...periodOf(period) };
  return useQuery({
    ...routeQuery(auditEndpoints.game, { params: { id: gameId }, query }),
    placeholderData: keepPreviousData,
  });
}

/** The thing as it is stored now, for its version. */
async function readStored(gameId: number, { kind, id }: Restorable) {
  if (kind === 'game') return call(gameEditEndpoints.get, { params: { id: gameId } });
  if (kind === 'challenge') return call(challengeEditEndpoints.get, { params: { id: gameId, challengeId: id } });
  const notices = await call(noticeEditEndpoints.list, { params: { id: gameId } });
  return notices.find((notice) => notice.id === id);
}

/** By the ordinary update call: a save of someone else in between refuses it. */
export function useRestore(gameId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (what: Restorable) => {
      const { kind, id, member, value } = what;
      const stored = await readStored(gameId, what);
      const body = { [member]: value, version: stored?.version };
      if (kind === 'game') return call(gameEditEndpoints.update, { params: { id: gameId }, body });
      if (kind === 'challenge') {
        return call(challengeEditEndpoints.update, { params: { id: gameId, challengeId: id }, body });
      }
      const values = stored && 'values' in stored ? stored.values : [];
      const notice = { content: values.at(-1) ?? '', ...body } as InputOf<typeof noticeEditEndpoints.update>['body'];
      return call(noticeEditEndpoints.update, { params: { id: gameId, noticeId: id }, body: notice });
    },
    onSuccess: (_, { kind, id }) => {
      const params = { id: gameId };
      const changed = {
        game: routeKey(gameEditEndpoints.get, { params }),
        challenge: routeKey(challengeEditEndpoints.get, { params: { id: gameId, challengeId: id } }),
        notice: routeKey(noticeEditEndpoints.list, { params }),
      }[kind];
      return Promise.all(
        [changed, routeKey(challengeEditEndpoints.list, { params }), routeKey(auditEndpoints.game)].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
}
