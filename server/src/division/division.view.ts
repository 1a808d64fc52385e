import type { Division } from '@vexil/contract/division';
import type { DivisionChallengeRow, DivisionRow } from '@vexil/db/schema/division';

export interface DivisionWithMasks {
  division: DivisionRow;
  masks: DivisionChallengeRow[];
}

export const viewDivision = ({ division, masks }: DivisionWithMasks): Division => ({
  id: division.id,
  name: division.name,
  inviteCode: division.inviteCode,
  defaultPermissions: division.defaultPermissions,
  challengeConfigs: masks.map(({ challengeId, permissions }) => ({ challengeId, permissions })),
  kind: division.kind,
  ruleText: division.ruleText,
  scoresAlone: division.scoresAlone,
  version: division.version,
});
