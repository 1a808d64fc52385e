import { type ChallengeType, hasContainer } from '@vexil/db/enums/challenge';
import { gameNow } from './pause.rules';

interface PulledFor {
  type: ChallengeType;
  isEnabled: boolean;
  releaseAt: Date | null;
}

/** Teams may start it, now or once it is released, so its images are pulled before they do. */
export function isPulledAhead(
  { type, isEnabled, releaseAt }: PulledFor,
  game: { endAt: Date; practiceMode: boolean; pausedAt: Date | null },
  now: Date,
): boolean {
  return (
    hasContainer(type) && (isEnabled || releaseAt !== null) && (game.practiceMode || gameNow(game, now) < game.endAt)
  );
}

const unreachable =
  /no such host|dial (?:tcp|udp)|i\/o timeout|connection (?:refused|reset)|network is unreachable|no route to host|Client\.Timeout|TLS handshake|server misbehaving|deadline exceeded/i;
const diskFull = /no space left|disk quota exceeded/i;
const saidLengthMax = 200;

/**
 * Why a pull failed, as it is stored: a code, and behind a colon what the engine said where no code says more. It is for
 * organisers, so it names neither the operator's hosts nor a credential.
 */
export function pullErrorOf({ code, message }: { code: string; message: string }, image: string): string {
  if (unreachable.test(message)) return 'registryUnreachable';
  if (diskFull.test(message)) return 'pullDiskFull';
  if (code === 'imageMissing' || code === 'imageDenied') return code;
  const said = withoutPlaces(
    message.replace(/^.*?(?:could not be pulled|pull the image|engine refused): /s, ''),
    image,
  );
  return said ? `imagePullFailed: ${said}` : 'imagePullFailed';
}

function withoutPlaces(text: string, image: string): string {
  const own = '\u0000';
  return text
    .replaceAll(image, own)
    .replace(/\b(bearer|basic|token|password|passwd|secret|authorization)\b["']?(?:\s*[=:]\s*|\s+)\S+/gi, '$1 (hidden)')
    .replace(/\b[a-z][a-z0-9+.-]{0,31}:\/\/[^\s"']+/gi, '(address)')
    .replace(/(^|[\s"'(=])\/[^\s"'),]+/g, '$1(address)')
    .replace(/\[?(?:[0-9a-f]{0,4}:){2,}[0-9a-f.]*\]?(?::\d+)?/gi, '(address)')
    .replace(/(?<![\w.-])(?:[\w-]{1,63}\.)+[\w-]+(?::\d+)?/gi, '(address)')
    .replace(/\b[\w-]{1,63}:\d{2,5}\b/g, '(address)')
    .replaceAll(own, image)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, saidLengthMax);
}
