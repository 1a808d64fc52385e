import type { VexilClient } from '@vexil/server/client';
import { isContainerChallenge } from './challenges';
import { isRefusal, openClient } from './client';
import type { Connection } from './connection';
import { describe } from './failure';
import { organise } from './organise';
import type { PlannedTeam } from './people';
import type { Action, Plan } from './plan';
import { type PlayClock, startPlayClock } from './play-clock';
import { createPool } from './pool';
import type { DemoGame } from './setup';
import { createSolver, type Solver } from './solver';
import { enter, joinGame, openAgent, passwordFor } from './team-setup';

export interface Simulation {
  connection: Connection;
  admin: VexilClient;
  demoGame: DemoGame;
  plan: Plan;
  secret: string;
  speed: number;
  /** Milliseconds of play that an earlier start has shown; null to read it off the board. */
  playedMs: number | null;
  /** Whether the teams may exist already. */
  again: boolean;
  say(line: string): void;
  /** Called every few seconds. */
  onProgress(playedMs: number): void;
}

// Each registration costs the server a slow password hash.
const arrivalsMax = 3;
const actionsMax = 16;
const progressEveryMs = 5000;

/** Refusals that are expected: a pause or the end of the game, a closed challenge, no container engine. */
const expected = [
  'game.paused',
  'game.ended',
  'submission.deadlinePassed',
  'submission.limitReached',
  'container.noEngine',
];

type TeamClients = Promise<readonly VexilClient[]>;

/** Its players come in, and it joins the game. */
async function arrive(simulation: Simulation, solver: Solver, team: PlannedTeam, index: number) {
  const { connection, demoGame, plan, secret, again } = simulation;
  const { name, bio, division } = team;
  const clients: VexilClient[] = [];
  for (const player of team.players) {
    clients.push(await enter(connection, player, passwordFor(secret, player.userName), again));
  }
  const avatar = index % 4 === 3 ? {} : { avatar: name };
  await joinGame(clients, { name, bio, ...avatar, division }, demoGame);
  const [captain] = clients;
  if (again && captain) await solver.stopLeftovers(captain, plan.challenges);
  return division === 'agents' && captain ? [await openAgent(connection, captain, demoGame.gameId)] : clients;
}

function gather(simulation: Simulation, clock: PlayClock, solver: Solver): TeamClients[] {
  const arrivals = createPool(arrivalsMax);
  return simulation.plan.teams.map(async (team, index) => {
    if (!simulation.again) await clock.until(team.arrivesAt);
    return arrivals(() => arrive(simulation, solver, team, index));
  });
}

/** Solves that are on the board already: `team/challenge`. */
async function readSolved({ connection, demoGame }: Simulation): Promise<Set<string>> {
  const keys = new Map([...demoGame.challenges].map(([key, { id }]) => [id, key]));
  const { items } = await openClient(connection).scoreboard.get({ params: { id: demoGame.gameId } });
  return new Set(
    items.flatMap(({ name, solvedChallenges }) => solvedChallenges.map(({ id }) => `${name}/${keys.get(id)}`)),
  );
}

const solveKey = ({ teams }: Plan, { team, challenge }: { team: number; challenge: string }) =>
  `${teams[team]?.name}/${challenge}`;

/** Actions still to do; of the past, solves that are not on the board and announcements that may be missing. */
function remaining(plan: Plan, solved: ReadonlySet<string>, playedMs: number): Action[] {
  return plan.actions.filter((action) => {
    if (action.kind === 'solve') return !solved.has(solveKey(plan, action));
    return action.at >= playedMs || action.kind === 'release' || action.kind === 'hint' || action.kind === 'notice';
  });
}

async function perform(
  simulation: Simulation,
  clientsByTeam: readonly TeamClients[],
  solver: Solver,
  action: Action,
): Promise<void> {
  const { plan, admin, demoGame, say } = simulation;
  if (action.kind === 'notice' || action.kind === 'hint' || action.kind === 'release') {
    return organise(admin, demoGame, action);
  }
  const challenge = plan.challenges.find(({ key }) => key === action.challenge);
  // Failed registrations were reported before.
  const clientsOf = async (team: number) => (await clientsByTeam[team]?.catch(() => [])) ?? [];
  const client = (await clientsOf(action.team))[action.player];
  if (!challenge || !client) return;
  if (action.kind === 'wrong') return void (await solver.submit(client, challenge, action.answer));
  if (action.kind === 'borrow') {
    const [owner] = await clientsOf(action.from);
    return void (owner && (await solver.submit(client, challenge, await solver.readOwnFile(owner, challenge))));
  }
  const verdict = await solver.solve(client, challenge);
  if (verdict !== 'Accepted')
    say(`${plan.teams[action.team]?.name}: the right flag of ${challenge.key} was judged ${verdict}.`);
}

export async function runSimulation(simulation: Simulation): Promise<void> {
  const { connection, plan, demoGame, say, onProgress } = simulation;
  const solved = simulation.again ? await readSolved(simulation) : new Set<string>();
  const shown = plan.actions.flatMap((action) =>
    action.kind === 'solve' && solved.has(solveKey(plan, action)) ? [action.at] : [],
  );
  const from = simulation.playedMs ?? shown.at(-1) ?? 0;
  const clock = startPlayClock(connection, { from, speed: simulation.speed });
  const solver = createSolver(connection, demoGame);
  const clientsByTeam = gather(simulation, clock, solver);
  for (const [index, clients] of clientsByTeam.entries()) {
    clients.catch((error: unknown) => {
      if (!connection.signal.aborted) say(`${plan.teams[index]?.name} could not come: ${describe(error)}`);
    });
  }

  const acting = createPool(actionsMax);
  const ongoing = new Set<Promise<void>>();
  const progress = setInterval(() => onProgress(clock.now()), progressEveryMs);
  try {
    for (const action of remaining(plan, solved, from)) {
      await clock.until(action.at);
      const act = () => perform(simulation, clientsByTeam, solver, action);
      // Teams that wait for a container have their own queue and block no other action.
      const done = ('challenge' in action && isContainerChallenge(action.challenge) ? act() : acting(act))
        .catch((error: unknown) => {
          if (connection.signal.aborted || isRefusal(error, ...expected)) return;
          say(`${'challenge' in action ? action.challenge : action.kind}: ${describe(error)}`);
        })
        .finally(() => ongoing.delete(done));
      ongoing.add(done);
    }
    await Promise.all(ongoing);
  } finally {
    clearInterval(progress);
    await Promise.allSettled([...ongoing, ...clientsByTeam]);
    onProgress(clock.now());
  }
}
