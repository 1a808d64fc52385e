import { ceilingCodes } from '@vexil/contract/ceiling';
import { DomainError, type ErrorCode } from '@vexil/contract/errors';
import type { Language } from '@vexil/contract/languages';
import type { ChallengeRow } from '@vexil/db/schema/challenge';
import type { ContainerEndDetail, ContainerRow } from '@vexil/db/schema/container';
import { errorText } from '@vexil/http/reply/i18n';

const retrySeconds = 30;

/** Why a start failed, for players: no detail of the challenge, only whether to try again. */
export function playerFailure({
  state,
  endReason,
  endDetail,
}: Pick<ContainerRow, 'state' | 'endReason' | 'endDetail'>): DomainError {
  if (endReason === 'diskLimit') return new DomainError('container.diskLimitExceeded');
  // A container that was stopped while it started has the reason of the stop, not of a failed start.
  if (state !== 'failed') return new DomainError('container.startFailed');
  switch (endReason) {
    case 'noEngine':
      return new DomainError('container.noEngine');
    case 'engineDown':
      return unavailable();
    case 'diskFull':
      return new DomainError('container.diskFull', { retryAfterSeconds: retrySeconds });
    case 'noCapacity':
      return noCapacity();
    case 'unreachable':
      return new DomainError('container.notReady', { params: { seconds: endDetail?.seconds ?? '?' } });
    default:
      return new DomainError('container.startFailed');
  }
}

/** For organisers, in a reply. */
export function organiserFailureText(
  row: ContainerRow,
  challenge: Pick<ChallengeRow, 'exposePort'>,
  language: Language,
): string {
  const { code, options } = organiserFailure(row, challenge);
  return errorText(code, language, options.params);
}

export function organiserFailure(row: ContainerRow, { exposePort }: Pick<ChallengeRow, 'exposePort'>): DomainError {
  const { state, endReason, image } = row;
  if (state !== 'failed') return playerFailure(row);
  const endDetail = row.endDetail ?? {};
  const details = detailsOf(endDetail);
  switch (endReason) {
    case 'exitedEarly':
      return new DomainError('container.exitedEarly', { params: { exitCode: endDetail.exitCode ?? '?' }, details });
    case 'unreachable': {
      const params = { port: exposePort, seconds: endDetail.seconds ?? '?' };
      return new DomainError('container.noAnswer', { params, details });
    }
    case 'imageMissing':
    case 'imageDenied':
    case 'imagePullFailed':
      return new DomainError(`container.${endReason}`, { params: { image } });
    case 'invalidSpec':
      return new DomainError('container.specRefused');
    case 'runtimeMissing':
      return new DomainError('container.runtimeMissing');
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

const noCapacity = () => new DomainError('container.noCapacity', { retryAfterSeconds: retrySeconds });

const detailsOf = ({ lastLines }: ContainerEndDetail) =>
  lastLines?.trim() ? [{ path: 'lastLines', message: lastLines.trim() }] : undefined;

function ceilingCode({ code }: ContainerEndDetail): ErrorCode {
  return ceilingCodes.find((one) => one === code) ?? 'container.specRefused';
}
