import { scoreboardRoutes } from '@vexil/contract/scoreboard';
import { type Answering, createAnswering } from './answer';
import { type Client, isRefusal, openClient } from './client';
import type { Connection } from './connection';
import { enter, joinGame, passwordFor } from './crew';
import { describe } from './failure';
import { organise } from './organise';
import type { Action, Plan } from './plan';
import { type PlayClock, startPlayClock } from './play-clock';
import { createPool } from './pool';
import type { Stage } from './setup';
import { isContainerTask } from './tasks';
import { schoolCode } from './world';

export interface Show {
  connection: Connection;
  admin: Client;
  stage: Stage;
  plan: Plan;
  secret: string;
  speed: number;
  /** Milliseconds of play that an earlier start has shown; null to read it off the board. */
  playedMs: number | null;
  /** Whether the teams may be there already. */
  again: boolean;
  say(line: string): void;
  /** Told every few seconds how far the play is. */
  onProgress(playedMs: number): void;
}

// Each registration costs the server a slow hash, and people wait for the same two cores.
const arrivalsMax = 3;
const actionsMax = 16;
const progressEveryMs = 5000;

/** Refusals that are no fault of anybody: the end of the game, a closed challenge, an engine that is not there. */
const expected = ['game.ended', 'submission.deadlinePassed', 'submission.limitReached', 'container.noEngine'];

type Crew = Promise<readonly Client[]>;

function gather({ connection, stage, plan, secret, again }: Show, clock: PlayClock, answering: Answering): Crew[] {
  const arrivals = createPool(arrivalsMax);
  return plan.squads.map(async (squad, index) => {
    if (!again) await clock.until(squad.arrivesAt);
    const { name, bio, school } = squad;
    return arrivals(async () => {
      const crew: Client[] = [];
      for (const player of squad.players) {
        crew.push(await enter(connection, player, passwordFor(secret, player.userName), again));
      }
      await joinGame(
        crew,
        {
          ...{ name, bio, ...(index % 4 === 3 ? {} : { avatar: name }) },
          divisionId: school ? stage.divisionIds.school : stage.divisionIds.open,
          inviteCode: school ? schoolCode : null,
        },
        stage,
      );
      if (again && crew[0]) await answering.stopLeftovers(crew[0], plan.tasks);
      return crew;
    });
  });
}

/** Which answers are on the board already: `team/task`. */
async function readSolved({ connection, stage }: Show): Promise<Set<string>> {
  const keys = new Map([...stage.challenges].map(([key, { id }]) => [id, key]));
  const { items } = await openClient(connection).call(scoreboardRoutes.get, { params: { id: stage.gameId } });
  return new Set(
    items.flatMap(({ name, solvedChallenges }) => solvedChallenges.map(({ id }) => `${name}/${keys.get(id)}`)),
  );
}

const solveKey = ({ squads }: Plan, { squad, task }: { squad: number; task: string }) =>
  `${squads[squad]?.name}/${task}`;

/** What is still to come; of what is past, right answers that did not arrive and words that may not have been said. */
function remaining(plan: Plan, solved: ReadonlySet<string>, playedMs: number): Action[] {
  return plan.actions.filter((action) => {
    if (action.kind === 'solve') return !solved.has(solveKey(plan, action));
    return action.at >= playedMs || action.kind === 'release' || action.kind === 'hint' || action.kind === 'notice';
  });
}

async function perform(show: Show, crews: readonly Crew[], answering: Answering, action: Action): Promise<void> {
  const { plan, admin, stage, say } = show;
  if (action.kind === 'notice' || action.kind === 'hint' || action.kind === 'release') {
    return organise(admin, stage, action);
  }
  const task = plan.tasks.find(({ key }) => key === action.task);
  // A team that could not come has been told of already.
  const crewOf = (squad: number) => crews[squad]?.catch(() => []);
  const client = (await crewOf(action.squad))?.[action.player];
  if (!task || !client) return;
  if (action.kind === 'wrong') {
    await answering.submit(client, task, action.answer);
    return;
  }
  if (action.kind === 'borrow') {
    const [owner] = (await crewOf(action.from)) ?? [];
    if (owner) await answering.submit(client, task, await answering.readOwnFile(owner, task));
    return;
  }
  const verdict = await answering.solve(client, task);
  if (verdict !== 'Accepted')
    say(`${plan.squads[action.squad]?.name}: the right answer to ${task.key} came back ${verdict}.`);
}

/** Plays the plan to its end. Rejects when the demo is told to stop. */
export async function playShow(show: Show): Promise<void> {
  const { connection, plan, stage, say, onProgress } = show;
  const solved = show.again ? await readSolved(show) : new Set<string>();
  const shown = plan.actions.flatMap((action) =>
    action.kind === 'solve' && solved.has(solveKey(plan, action)) ? [action.at] : [],
  );
  const from = show.playedMs ?? shown.at(-1) ?? 0;
  const clock = startPlayClock(connection, { from, speed: show.speed });
  const answering = createAnswering(connection, stage);
  const crews = gather(show, clock, answering);
  for (const [index, crew] of crews.entries()) {
    crew.catch((error: unknown) => {
      if (!connection.signal.aborted) say(`${plan.squads[index]?.name} could not come: ${describe(error)}`);
    });
  }

  const acting = createPool(actionsMax);
  const ongoing = new Set<Promise<void>>();
  const progress = setInterval(() => onProgress(clock.now()), progressEveryMs);
  try {
    for (const action of remaining(plan, solved, from)) {
      await clock.until(action.at);
      const act = () => perform(show, crews, answering, action);
      // Those who wait for a container have a queue of their own and hold up nobody else.
      const done = ('task' in action && isContainerTask(action.task) ? act() : acting(act))
        .catch((error: unknown) => {
          if (connection.signal.aborted || isRefusal(error, ...expected)) return;
          say(`${'task' in action ? action.task : action.kind}: ${describe(error)}`);
        })
        .finally(() => ongoing.delete(done));
      ongoing.add(done);
    }
    await Promise.all(ongoing);
  } finally {
    clearInterval(progress);
    await Promise.allSettled([...ongoing, ...crews]);
    onProgress(clock.now());
  }
}
