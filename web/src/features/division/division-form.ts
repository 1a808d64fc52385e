import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Division, DivisionUpdateBody } from '@vexil/contract/division';
import { allPermissions, type GamePermission, gamePermissions } from '@vexil/db/enums/division';
import { hasPermission, withoutPermissions } from '@vexil/rules/permission.rules';
import { useMemo } from 'react';
import { useText } from '../../i18n/use-text';
import { useVersionedForm } from '../../ui/use-versioned-form';
import { challengesQuery, type DivisionChange, divisionsQuery, gameQuery, useSaveDivision } from './division.queries';
import { challengePermissionNames, teamPermissions } from './permission-conflicts';

export type DivisionValues = {
  name: string;
  inviteCode: string;
  defaultPermissions: number;
  challengeConfigs: { challengeId: number; permissions: number }[];
};

/** Unknown bits are preserved. */
export const withPermission = (mask: number, permission: GamePermission, granted: boolean): number =>
  granted ? mask | gamePermissions[permission] : withoutPermissions(mask, [permission]);

const valuesOf = ({ name, inviteCode, defaultPermissions, challengeConfigs }: Division): DivisionValues => ({
  name,
  inviteCode: inviteCode ?? '',
  defaultPermissions,
  challengeConfigs,
});

/** How a conflict shows permissions and exceptions. */
function useShownPermissions(gameId: number) {
  const t = useText('division');
  const { data: challenges = [] } = useQuery(challengesQuery(gameId));
  const granted = (mask: number, among: readonly GamePermission[]) =>
    among
      .filter((permission) => hasPermission(mask, permission))
      .map((permission) => t(`division.permission.${permission}`))
      .join(', ');
  return {
    defaultPermissions: (mask: number) => granted(mask, [...teamPermissions, ...challengePermissionNames]),
    challengeConfigs: (configs: DivisionValues['challengeConfigs']) =>
      configs
        .map(({ challengeId, permissions }) => {
          const title = challenges.find(({ id }) => id === challengeId)?.title ?? `#${challengeId}`;
          return `${title}: ${granted(permissions, challengePermissionNames)}`;
        })
        .join('\n'),
  };
}

/** Creates a division if none is given. */
export function useDivisionForm(gameId: number, division: Division | undefined) {
  const t = useText('division');
  const queryClient = useQueryClient();
  const save = useSaveDivision(gameId);
  const show = useShownPermissions(gameId);
  const game = useQuery(gameQuery(gameId)).data;
  // A division's review setting overrides the game's, so a new division starts with the game's setting.
  const reviewed = !(game?.acceptWithoutReview ?? false);
  const stored = useMemo(
    (): Division =>
      division ?? {
        id: 0,
        name: '',
        inviteCode: null,
        defaultPermissions: withPermission(allPermissions, 'RequireReview', reviewed),
        challengeConfigs: [],
        version: 0,
      },
    [division, reviewed],
  );
  return useVersionedForm<Division, DivisionValues, DivisionChange>({
    stored,
    base: useMemo(() => valuesOf(stored), [stored]),
    valuesOf,
    labels: {
      name: t('division.field.name'),
      inviteCode: t('division.field.inviteCode'),
      defaultPermissions: t('division.field.permissions'),
      challengeConfigs: t('division.field.exceptions'),
    },
    // Absent permissions would get the server's defaults instead of the displayed ones.
    bodyOf: (changed, values) => (division ? changed : values),
    schema: DivisionUpdateBody,
    send: (body, version) =>
      save.mutateAsync({ divisionId: division?.id, body: division ? { ...body, version } : body }),
    adopt: (other) =>
      queryClient.setQueryData(divisionsQuery(gameId).queryKey, (known) =>
        known?.map((one) => (one.id === other.id ? other : one)),
      ),
    show,
    fieldOf: { 'division.challengeUnknown': 'challengeConfigs' },
  });
}
