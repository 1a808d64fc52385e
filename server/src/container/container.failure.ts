import { ceilingCodes } from '@vexil/contract/ceiling';
import { DomainError, type ErrorCode } from '@vexil/contract/errors';
import type { ContainerEndDetail, ContainerRow } from '@vexil/db/schema/container';

const retrySeconds = 30;
/** As long as a worker waits for the port of a container. */
const answerSeconds = 30;

/** What a player may know of a start that failed: nothing of the challenge, only what trying again would help. */
export function playerFailure({ state, endReason }: Pick<ContainerRow, 'state' | 'endReason'>): DomainError {
  if (endReason === 'diskLimit') return new DomainError('container.diskLimitExceeded');
  // One that was ended while it started has the reason of its end, which is none of the start.
  if (state !== 'failed') return new DomainError('container.startFailed');
  switch (endReason) {
    case 'noEngine':
      return new DomainError('container.noEngine');
    case 'engineDown':
      return unavailable();
    case 'diskFull':
      return new DomainError('container.diskFull', { retryAfterSeconds: retrySeconds });
    default:
      return new DomainError('container.startFailed');
  }
}

/** Why a test container did not start, for those who may change its challenge. */
export function organiserFailure(row: ContainerRow, exposePort: number): DomainError {
  const { state, endReason, image } = row;
  if (state !== 'failed') return playerFailure(row);
  const endDetail = row.endDetail ?? {};
  const details = detailsOf(endDetail);
  switch (endReason) {
    case 'exitedEarly':
      return new DomainError('container.exitedEarly', { params: { exitCode: endDetail.exitCode ?? '?' }, details });
    case 'unreachable': {
      const params = { port: exposePort, seconds: answerSeconds };
      return new DomainError('container.noAnswer', { params, details });
    }
    case 'imageMissing':
    case 'imageDenied':
    case 'imagePullFailed':
      return new DomainError(`container.${endReason}`, { params: { image } });
    case 'invalidSpec':
      return new DomainError('container.specRefused');
    case 'noCapacity':
      return new DomainError('container.noCapacity', { retryAfterSeconds: retrySeconds });
    case 'ceilingExceeded':
      return new DomainError(ceilingCode(endDetail), { field: endDetail.field, params: endDetail.params });
    default:
      return playerFailure(row);
  }
}

function unavailable(): DomainError {
  return new DomainError('container.engineUnavailable', {
    params: { seconds: retrySeconds },
    retryAfterSeconds: retrySeconds,
  });
}

/** The last lines a container wrote stand beside the refusal, under a name that is no field's. */
const detailsOf = ({ lastLines }: ContainerEndDetail) =>
  lastLines?.trim() ? [{ path: 'lastLines', message: lastLines.trim() }] : undefined;

function ceilingCode({ code }: ContainerEndDetail): ErrorCode {
  return ceilingCodes.find((one) => one === code) ?? 'container.specRefused';
}
