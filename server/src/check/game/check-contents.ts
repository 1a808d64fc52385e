import type { Deps } from '@vexil/http/deps';
import { checkBefore } from '@vexil/rules/checks/game-checks.rules';
import { readChallenges } from '../../challenge/challenge.edit.service';
import { viewChallengeInfo } from '../../challenge/challenge.edit.view';
import { readDivisions } from '../../division/division.service';
import { viewDivision } from '../../division/division.view';
import { getGame } from '../../game/game.service';
import { viewGameInfo } from '../../game/game.view';
import { type Finding, fault, ok } from '../check';
import { type GameFlag, listFilesOfGame, listFlagsOfGame } from './game-check.queries';

/** What the launch checklist knows, but for instances that were never tested: the dry run starts them. */
export async function checkChecklist(deps: Deps, gameId: number): Promise<Finding[]> {
  const [game, challenges, divisions] = await Promise.all([
    getGame(deps.db, gameId),
    readChallenges(deps, gameId),
    readDivisions(deps, gameId),
  ]);
  const enabled = challenges.map(viewChallengeInfo).filter(({ isEnabled }) => isEnabled);
  const verdicts = checkBefore({
    game: viewGameInfo(game),
    challenges: enabled,
    divisions: divisions.map(viewDivision),
    now: deps.clock.now().getTime(),
  });
  const findings = verdicts.flatMap(({ code, state, names }): Finding[] =>
    code ? [{ code, state, params: { names: names.join(', ') } }] : [],
  );
  return findings.length > 0 ? findings : [ok('checklist.done')];
}

/** Whether the key opens every flag, and answers would be compared with what is opened. */
export async function checkFlags({ db, sealing }: Deps, gameId: number): Promise<Finding[]> {
  const stored = await listFlagsOfGame(db, gameId);
  const isRight = ({ challengeId, hash, sealed }: GameFlag): boolean => {
    try {
      return sealing.hashFlag(challengeId, sealing.unseal(sealed)) === hash;
    } catch {
      return false;
    }
  };
  const damaged = stored.filter((flag) => !isRight(flag)).map(({ title }) => title);
  const names = [...new Set(damaged)].join(', ');
  return [names === '' ? ok('checklist.flags', { count: stored.length }) : fault('checklist.flagsDamaged', { names })];
}

/** Whether the storage has every attachment that the database names. */
export async function checkFiles(deps: Deps, gameId: number): Promise<Finding[]> {
  const files = await listFilesOfGame(deps.db, gameId);
  const missing: string[] = [];
  for (const { hash, title, sizeBytes } of files) {
    const stored = await deps.storage.size(hash);
    if (stored !== sizeBytes) missing.push(title);
  }
  const names = [...new Set(missing)].join(', ');
  return [
    missing.length === 0 ? ok('checklist.files', { count: files.length }) : fault('checklist.filesMissing', { names }),
  ];
}
