import { game } from './world';

interface Login {
  userName: string;
  password: string;
}

export interface Setup {
  address: string;
  gameId: number;
  /** Unix milliseconds. */
  end: number;
  again: boolean;
  admin: Login;
  player: Login & { team: string };
}

const rule = '─'.repeat(78);

export function describeSetup({ address, gameId, end, again, admin, player }: Setup): string {
  const page = `${address}/games/${gameId}`;
  const login = (name: string, { userName, password }: Login, more: string) =>
    `  ${name.padEnd(10)} ${userName.padEnd(9)} ${password.padEnd(22)} ${more}`.trimEnd();
  const places = [
    [`${page}/scoreboard`, 'ranks and chart move by themselves'],
    [`${page}/challenges`, 'as the player: read, start instances, answer'],
    [`${page}/notices`, 'first solves, hints, notices of the organisers'],
    [`${address}/admin/games/${gameId}`, 'as the organiser: what lies behind it'],
  ] as const;
  const width = Math.max(...places.map(([url]) => url.length));
  return [
    '',
    rule,
    `  ${game.title} is open until ${new Date(end).toTimeString().slice(0, 5)}`,
    '',
    `  Address    ${address}`,
    login('Organiser', admin, ''),
    login('Player', player, `of the team ${player.team}`),
    '',
    '  Watch',
    ...places.map(([url, what]) => `    ${url.padEnd(width)}   ${what}`),
    '',
    again
      ? '  The sixty teams return within seconds and continue where they stopped.'
      : '  Sixty teams arrive within half a minute; after two minutes the board is full of life.',
    '  Ctrl-C stops everything; npm run demo goes on from there.',
    rule,
    '',
  ].join('\n');
}
