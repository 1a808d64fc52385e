import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from '../plugins/conditional';
import type { Board, BoardEncoding } from '../scoreboard-cache/board';
import type { BoardSight } from '../scoreboard-cache/boards';
import { sendWithoutHooks } from '../send-together';

function readEncodings(header: string): BoardEncoding {
  const refused = /;\s*q=0(\.0*)?\s*$/;
  const accepted = header
    .toLowerCase()
    .split(',')
    .filter((one) => !refused.test(one))
    .map((one) => one.split(';')[0]?.trim());
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') || accepted.includes('*') ? 'gzip' : 'identity';
}

// Browsers send few different headers; others must not fill the memory.
const chosen = new Map<string, BoardEncoding>();
const chosenMax = 200;
const chosenLengthMax = 100;

/** The smallest accepted encoding; a weight of 0 refuses one. */
export function chooseEncoding(header: string | undefined): BoardEncoding {
  if (!header) return 'identity';
  const known = chosen.get(header);
  if (known) return known;
  const encoding = readEncodings(header);
  if (header.length <= chosenLengthMax && chosen.size < chosenMax) chosen.set(header, encoding);
  return encoding;
}

/** `hidden`: the game does not exist for others. */
export interface GameSight extends BoardSight {
  hidden: boolean;
}

const isOfStaff = ({ frozenAt, live }: BoardSight) => frozenAt !== null && live;

/** No shared cache may store the reply. */
export const isPrivate = (sight: GameSight) => sight.hidden || isOfStaff(sight);

/** A frozen game has two boards under one address; a hidden one answers 404 to outsiders. */
export const variesByCaller = ({ frozenAt, hidden }: GameSight) => hidden || frozenAt !== null;

export const varyOf = (always: string, sight: GameSight) =>
  variesByCaller(sight) ? `${always}, Cookie, Authorization` : always;

type Head = Record<string, string>;

/** By sight; garbage collected with the board. */
const heads = new WeakMap<Board, Map<string, Head>>();

function headOf(board: Board, sight: GameSight): Head {
  const key = isPrivate(sight) ? 'private' : variesByCaller(sight) ? 'frozen' : 'open';
  const ofBoard = heads.get(board) ?? new Map<string, Head>();
  const known = ofBoard.get(key);
  if (known) return known;
  const head = {
    etag: board.etag,
    'last-modified': new Date(board.updateTimeUtc).toUTCString(),
    'cache-control': `${isPrivate(sight) ? 'private, ' : ''}no-cache, must-revalidate`,
    vary: varyOf('Accept-Encoding', sight),
  };
  heads.set(board, ofBoard.set(key, head));
  return head;
}

/** Bytes are serialised and compressed once per board. */
export async function sendBoard(
  board: Board,
  sight: GameSight,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  reply.headers(headOf(board, sight));
  if (matchesEtag(request.headers['if-none-match'], board.etag)) {
    sendWithoutHooks(reply.code(304));
    return;
  }
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  reply.header('content-type', 'application/json; charset=utf-8');
  sendWithoutHooks(reply, [await board.read(encoding)]);
}
