import { createHmac } from 'node:crypto';
import type { ChallengeRow } from '@vexil/db/schema/challenge';
import type { Sealing } from '@vexil/db/sealing';
import { generateFlag } from '@vexil/rules/flag-template.rules';
import { teamHashLength } from '@vexil/rules/team-hash.rules';

/**
 * The flag of an instance that a solver is run against. It follows from the container's id, so that every run of its
 * start hands out the same one, and the solver's output can be compared with it, without its being stored.
 */
export function checkFlagOf(
  sealing: Sealing,
  containerId: string,
  { flagTemplateSealed }: Pick<ChallengeRow, 'flagTemplateSealed'>,
): string {
  const key = sealing.deriveKey('solver-check-flag');
  let count = 0;
  const next = () => createHmac('sha256', key).update(`${containerId}\n${count++}`).digest();
  const template = flagTemplateSealed === null ? null : sealing.unseal(flagTemplateSealed);
  return generateFlag(template, next().toString('hex').slice(0, teamHashLength), {
    randomInt: (bound) => next().readUIntBE(0, 6) % bound,
    randomUuid: () =>
      next()
        .toString('hex')
        .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5'),
  });
}
