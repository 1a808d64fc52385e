import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Division, DivisionUpdateBody } from '@vexil/contract/division';
import { allPermissions, type DivisionKind, type GamePermission, gamePermissions } from '@vexil/db/enums/division';
import { hasPermission, withoutPermissions } from '@vexil/rules/permission.rules';
import { useMemo } from 'react';
import { useText } from '../../i18n/use-text';
import { useVersionedForm } from '../../ui/use-versioned-form';
import { type DivisionChange, divisionsQuery, gameQuery, useSaveDivision } from './division.queries';
import { challengePermissionNames, teamPermissions } from './permission-conflicts';

export type DivisionValues = {
  name: string;
  inviteCode: string;
  defaultPermissions: number;
  kind: DivisionKind | null;
  ruleText: string;
  scoresAlone: boolean;
  /** Of a change although teams play. */
  reason: string;
};

/** Unknown bits are preserved. */
export const withPermission = (mask: number, permission: GamePermission, granted: boolean): number =>
  granted ? mask | gamePermissions[permission] : withoutPermissions(mask, [permission]);

const valuesOf = ({ name, inviteCode, defaultPermissions, kind, ruleText, scoresAlone }: Division): DivisionValues => ({
  name,
  inviteCode: inviteCode ?? '',
  defaultPermissions,
  kind,
  ruleText,
  scoresAlone,
  reason: '',
});

/** Creates a division if none is given. */
export function useDivisionForm(gameId: number, division: Division | undefined) {
  const t = useText('division');
  const queryClient = useQueryClient();
  const save = useSaveDivision(gameId);
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
        ...{ kind: null, ruleText: '', scoresAlone: false },
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
      kind: t('division.field.kind'),
      ruleText: t('division.field.ruleText'),
      scoresAlone: t('division.field.scoresAlone'),
      reason: t('division.field.reason'),
    },
    fieldOf: { 'division.hasTeams': 'reason', 'division.reasonMissing': 'reason' },
    // Absent permissions would get the server's defaults instead of the displayed ones.
    bodyOf: (changed, { reason, ...values }) =>
      division ? { ...changed, ...(reason.trim() && { reason, force: true }) } : values,
    schema: DivisionUpdateBody,
    send: (body, version) =>
      save.mutateAsync({ divisionId: division?.id, body: division ? { ...body, version } : body }),
    adopt: (other) =>
      queryClient.setQueryData(divisionsQuery(gameId).queryKey, (known) =>
        known?.map((one) => (one.id === other.id ? other : one)),
      ),
    show: {
      kind: (kind: DivisionKind | null) => (kind ? t(`ui.kind.${kind}`) : t('division.field.noKind')),
      defaultPermissions: (mask: number) =>
        [...teamPermissions, ...challengePermissionNames]
          .filter((permission) => hasPermission(mask, permission))
          .map((permission) => t(`division.permission.${permission}`))
          .join(', '),
    },
  });
}
