import { captureKey } from '@vexil/runtime/capture-key';

/** Where a capture belongs; `participationId` is 0 for a container that all teams share. */
interface CapturePlace {
  gameId: number;
  challengeId: number;
  participationId: number;
}

/** One file of a recording; `recording` is the name that its parts share. */
export interface CaptureName extends CapturePlace {
  recording: string;
  /** From 1. */
  part: number;
}

const suffix = '.pcap';
const spoolPattern = /^(\d{1,10})\.(\d{1,10})\.(\d{1,10})\.([0-9a-f]{12}-[0-9A-Z]+)(?:-(\d{1,9}))?\.pcap$/;
const tokenCharacters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const tokenLength = 13;

/** The first 12 hex digits of the container and an opaque token, as existing tools expect. */
export const recordingName = (containerId: string, random: Uint8Array): string => {
  const token = [...random.subarray(0, tokenLength)].map((byte) => tokenCharacters[byte % tokenCharacters.length]);
  return `${containerId.replaceAll('-', '').slice(0, 12).toLowerCase()}-${token.join('')}`;
};

export const tokenBytes = tokenLength;

const stemOf = ({ recording, part }: Pick<CaptureName, 'recording' | 'part'>) =>
  part === 1 ? recording : `${recording}-${part}`;

/** Name in the storage and in lists. */
export const storedName = (name: Pick<CaptureName, 'recording' | 'part'>): string => `${stemOf(name)}${suffix}.gz`;

/** What its row is found by. */
export const fileKeyOf = ({ challengeId, participationId, ...name }: CaptureName) => ({
  challengeId,
  participationId,
  fileName: storedName(name),
});

export const storageKey = (name: CaptureName): string => captureKey(fileKeyOf(name));

/** Name in the spool, which says all that storing takes. */
export const spoolName = (name: CaptureName): string =>
  `${name.gameId}.${name.challengeId}.${name.participationId}.${stemOf(name)}${suffix}`;

/** undefined for a file of another kind. */
export function parseSpoolName(file: string): CaptureName | undefined {
  const [, gameId, challengeId, participationId, recording, part] = spoolPattern.exec(file) ?? [];
  if (recording === undefined) return undefined;
  return {
    gameId: Number(gameId),
    challengeId: Number(challengeId),
    participationId: Number(participationId),
    recording,
    part: part === undefined ? 1 : Number(part),
  };
}
