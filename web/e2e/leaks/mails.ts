import { accountRoutes } from '@vexil/contract/account';
import { configAdminRoutes } from '@vexil/contract/config-info';
import { encodeWire } from '@vexil/runtime/mail.rules';
import { expect, vi } from 'vitest';
import { linkIn, type SmtpStandIn } from '../../../workers/testing/smtp';
import { addressOf, noteProfile, type People, passwordOf, type Stage } from './people';
import { createPerson } from './person';
import { pollOptions } from './play';

interface Services {
  smtp: SmtpStandIn;
  captcha(answer: 'right' | 'wrong' | 'broken'): void;
}

/** Registration with captcha and confirmation, password recovery, and a bounced mail. */
export async function exchangeMails(stage: Stage, people: People, { smtp, captcha }: Services): Promise<void> {
  const { secrets } = stage;
  const { admin, ada, bob, eve } = people;
  const policy = (accountPolicy: object) => admin.call(configAdminRoutes.update, { body: { accountPolicy } });
  await policy({ useCaptcha: true, emailConfirmationRequired: true, activeOnRegister: false });
  const gil = createPerson(stage, { name: 'gil', is: ['player'], owns: ['gil'] });
  noteProfile(secrets, 'gil');
  const password = secrets.add('password', 'the password of gil', passwordOf('gil'));
  const challenge = secrets.add('typed', 'an answer to the captcha', '0.captcha-"answer"-of-gil');
  const body = { userName: 'gil', email: addressOf('gil'), password, challenge };
  for (const answer of ['wrong', 'broken', 'right'] as const) {
    captcha(answer);
    await gil.send(accountRoutes.register, { body });
  }
  const welcome = linkIn((await smtp.until(1))[0]);
  await policy({ useCaptcha: false });
  const { token, email } = welcome;
  await gil.call(accountRoutes.verify, { body: { token, email } });

  await bob.call(accountRoutes.recovery, { body: { email: addressOf('bob') } });
  const lost = linkIn((await smtp.until(2))[1]);
  const renewed = secrets.add('password', 'the new password of bob', `${passwordOf('bob')} again`);
  await bob.call(accountRoutes.resetPassword, { body: { rToken: lost.token, email: lost.email, password: renewed } });
  await bob.call(accountRoutes.login, { body: { userName: 'bob', password: renewed } });
  await ada.call(accountRoutes.changeEmail, { body: { newMail: 'ada.moved@post.leaks.example' } });
  secrets.add('profile', 'the new e-mail of ada', 'ada.moved@post.leaks.example', {
    owner: 'ada',
    games: ['night', 'ball'],
  });
  const moved = linkIn((await smtp.until(3))[2]);
  await ada.call(accountRoutes.confirmEmail, { body: { token: moved.token, email: moved.email } });
  await policy({ emailConfirmationRequired: true, activeOnRegister: true });

  smtp.refuse(550);
  await eve.call(accountRoutes.recovery, { body: { email: addressOf('eve') } });
  const { sql } = stage.platform.database;
  await vi.waitFor(async () => {
    const [row] = await sql`select dropped_at from mail_tokens where email = ${addressOf('eve')}`;
    expect(row?.dropped_at).toBeTruthy();
  }, pollOptions);
  smtp.refuse(null);
  await eve.send(accountRoutes.resetPassword, {
    body: { rToken: encodeWire(`of no use ${Math.random()}`), email: encodeWire(addressOf('eve')), password },
  });
}
