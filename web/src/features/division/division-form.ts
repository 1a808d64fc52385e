import { useQuery } from '@tanstack/react-query';
import { type Division, DivisionUpdateBody } from '@vexil/contract/division';
import { allPermissions, type GamePermission, gamePermissions } from '@vexil/db/enums/division';
import { withoutPermissions } from '@vexil/rules/permission.rules';
import { useMemo } from 'react';
import { useText } from '../../i18n/use-text';
import { useForm } from '../../ui/use-form';
import { type DivisionChange, gameQuery, useSaveDivision } from './division.queries';

export type DivisionValues = {
  name: string;
  inviteCode: string;
  defaultPermissions: number;
  challengeConfigs: { challengeId: number; permissions: number }[];
};

/** Unknown bits are preserved. */
export const withPermission = (mask: number, permission: GamePermission, granted: boolean): number =>
  granted ? mask | gamePermissions[permission] : withoutPermissions(mask, [permission]);

/** Creates a division if none is given. */
export function useDivisionForm(gameId: number, division: Division | undefined) {
  const t = useText('division');
  const save = useSaveDivision(gameId);
  const game = useQuery(gameQuery(gameId)).data;
  // A division's review setting overrides the game's, so a new division starts with the game's setting.
  const reviewed = !(game?.acceptWithoutReview ?? false);
  const base = useMemo(
    (): DivisionValues => ({
      name: division?.name ?? '',
      inviteCode: division?.inviteCode ?? '',
      defaultPermissions: division?.defaultPermissions ?? withPermission(allPermissions, 'RequireReview', reviewed),
      challengeConfigs: division?.challengeConfigs ?? [],
    }),
    [division, reviewed],
  );
  return useForm<DivisionValues, DivisionChange>({
    base,
    labels: {
      name: t('division.field.name'),
      inviteCode: t('division.field.inviteCode'),
      defaultPermissions: t('division.field.permissions'),
      challengeConfigs: t('division.field.exceptions'),
    },
    // Absent permissions would get the server's defaults instead of the displayed ones.
    bodyOf: (changed, values) => (division ? changed : values),
    schema: DivisionUpdateBody,
    save: (body) => save.mutateAsync({ divisionId: division?.id, body }),
    fieldOf: { 'division.challengeUnknown': 'challengeConfigs' },
  });
}
