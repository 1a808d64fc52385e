import { createHmac } from 'node:crypto';
import { playerScopes } from '@vexil/contract/scope.rules';
import type { DivisionCreateBody, VexilClient } from '@vexil/server/client';
import { isRefusal, openClient } from './client';
import type { Connection } from './connection';
import type { Player } from './people';
import { drawAvatar } from './poster';
import type { DemoGame } from './setup';
import { type DivisionKey, divisions } from './world';

// Without characters that look alike, since the visitor's password is read from a screen.
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** The same at every start, with the kinds of character the platform requires. */
export function passwordFor(secret: string, userName: string): string {
  const digest = createHmac('sha256', secret).update(`demo/${userName}`).digest();
  const letters = [...digest.subarray(0, 12)].map((byte) => alphabet.charAt(byte % alphabet.length));
  return `Sa${letters.join('')}7`;
}

/** The account exists, and its password is not the one the demo gave it. */
export class LockedOut extends Error {
  override readonly name = 'LockedOut';

  constructor(userName: string, cause: unknown) {
    super(`the account ${userName} has another password than the demo gave it`, { cause });
  }
}

/** Signs in, or registers first. `again`: whether the account may exist already. Throws LockedOut. */
export async function enter(
  connection: Connection,
  player: Player,
  password: string,
  again: boolean,
): Promise<VexilClient> {
  const account = { userName: player.userName, password };
  const client = openClient(connection, account);
  const signIn = () => client.account.login({ body: account });
  const register = () => client.account.register({ body: { ...player, password } });
  const isTaken = (error: unknown) => isRefusal(error, 'account.userNameTaken', 'account.emailTaken');
  const isWrong = (error: unknown) => isRefusal(error, 'account.badCredentials');
  const [first, second, mayFollow] = again
    ? ([signIn, register, isWrong] as const)
    : ([register, signIn, isTaken] as const);
  try {
    await first();
  } catch (error) {
    if (!mayFollow(error)) throw error;
    await second().catch((cause: unknown) => {
      throw isTaken(cause) || isWrong(cause) ? new LockedOut(player.userName, cause) : cause;
    });
  }
  return client;
}

export interface TeamSetup {
  name: string;
  bio: string;
  avatar?: string;
  division: DivisionKey;
}

async function ensureTeam(captain: VexilClient, { name, bio, avatar }: TeamSetup): Promise<number> {
  const teams = await captain.team.list();
  const known = teams.find((team) => team.name === name);
  if (known) return known.id;
  const team = await captain.team.create({ body: { name, bio } });
  if (avatar !== undefined) {
    await captain.team.avatar({ params: { id: team.id }, files: [await drawAvatar(avatar)] });
  }
  return team.id;
}

/** The captain creates the team, the others join by its invite code, and all join the game. */
export async function joinGame(clients: readonly VexilClient[], setup: TeamSetup, demoGame: DemoGame): Promise<void> {
  const [captain, ...others] = clients;
  if (!captain) return;
  const { gameId, divisionIds } = demoGame;
  const { status } = await captain.game.get({ params: { id: gameId } });
  if (status === 'Accepted') return;
  const id = await ensureTeam(captain, setup);
  const code = others.length > 0 ? await captain.team.invite({ params: { id } }) : '';
  for (const other of others) {
    await other.team.accept({ body: code }).catch(ignore('team.alreadyMember'));
  }
  const { inviteCode = null }: DivisionCreateBody = divisions[setup.division];
  const body = { teamId: id, divisionId: divisionIds[setup.division], inviteCode, acceptRule: true };
  for (const one of [...others, captain]) {
    await one.participation.join({ params: { id: gameId }, body }).catch(ignore('participation.alreadyJoined'));
  }
}

/** Plays with a token of the team's captain, a new one since its text is shown once. */
export async function openAgent(connection: Connection, captain: VexilClient, gameId: number): Promise<VexilClient> {
  for (const { id } of await captain.playerToken.list()) await captain.playerToken.remove({ params: { id } });
  const body = { name: 'Agent', gameId, scopes: [...playerScopes] };
  const { token } = await captain.playerToken.create({ body });
  return openClient(connection, undefined, token);
}

/** For refusals that mean the wanted state is there already. */
const ignore = (code: string) => (error: unknown) => {
  if (!isRefusal(error, code)) throw error;
};
