import { languages } from '@vexil/contract/languages';
import type { Deps } from '@vexil/http/deps';
import { fault, ok } from '../check/check';
import { viewFinding, viewGameFinding } from '../check/check.view';
import { examine } from '../check/checks';
import { startGameCheck } from '../check/game/game-check.service';
import { sendTrialMail } from '../mail/trial-mail.service';
import { describeChecks } from './describe-checks';
import { count, operator, program, show, withDeps } from './program';

async function checkTestMail(deps: Deps, to: string) {
  const { problem, answer } = await sendTrialMail(deps, operator, to, languages[0]);
  return problem === null ? ok('mail.sent') : fault('mail.notSent', { problem, answer: answer ?? '-' });
}

/** Ctrl-C has the check end early and remove what it made. */
async function checkGame(deps: Deps, gameId: number) {
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const ownOrigin = `http://127.0.0.1:${deps.config.port}`;
  const order = { gameId, by: operator, language: languages[0], ownOrigin, signal: interrupted.signal };
  const { ended } = await startGameCheck(deps, order);
  return (await ended).map((finding) => viewGameFinding(finding, languages[0]));
}

program
  .command('doctor')
  .description('checks every part of the installation and says what to do; exit code 2 when there is a fault')
  .option('--mail <address>', 'also has a worker send a test mail')
  .option('--game <id>', 'also checks a game and plays once in a hidden copy of it, which is then removed', count)
  .action((options: { mail?: string; game?: number }) =>
    withDeps(async (deps) => {
      const findings = await examine(deps);
      if (options.mail !== undefined) findings.push(await checkTestMail(deps, options.mail));
      const ofGame = options.game === undefined ? [] : await checkGame(deps, options.game);
      const checks = [...findings.map((finding) => viewFinding(finding, languages[0])), ...ofGame];
      show({ checks }, describeChecks(checks));
      if (checks.some(({ state }) => state === 'fault')) process.exitCode = 2;
    }),
  );
