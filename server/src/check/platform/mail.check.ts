import { fault, ok, type PlatformCheck, unknown, warning } from '../check';

export const mail: PlatformCheck = {
  name: 'mail',
  audience: 'platform',
  async ask({ deps: { config }, worker }) {
    if (config.smtpUrl === null) return [warning('mail.off')];
    const answer = await worker();
    if (!answer) return [unknown('mail.silent')];
    if (answer.mail === null) return [fault('mail.workerOff')];
    const { host, refusal } = answer.mail;
    return [refusal === null ? ok('mail.answers', { host }) : fault('mail.refuses', { host, reason: refusal })];
  },
};
