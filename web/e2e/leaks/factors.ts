import { accountRoutes } from '@vexil/contract/account';
import { factorRoutes } from '@vexil/contract/factor';
import { codeOfText } from '@vexil/server/testing/factor';
import type { Stage } from './people';
import type { Person } from './person';

/** A player adds an authenticator app, and signs in with it; what is shown once is a secret. Returns its id. */
export async function addFactor({ secrets }: Stage, person: Person, password: string): Promise<string> {
  const { name } = person;
  const note = (codes: readonly string[] | null) => {
    for (const code of codes ?? []) secrets.add('factor', `a recovery code of ${name}`, code, { owner: name });
  };
  const { setup, secret } = await person.call(factorRoutes.beginTotp);
  secrets.add('factor', `the secret of the app of ${name}`, secret, { owner: name });
  const body = { name: 'Phone', setup, code: codeOfText(secret) };
  const { recoveryCodes } = await person.call(factorRoutes.confirmTotp, { body });
  note(recoveryCodes);
  const [first = '', second = ''] = recoveryCodes ?? [];
  await person.call(factorRoutes.stepUp, { body: { code: first } });
  const { cookie } = await person.send(accountRoutes.login, { body: { userName: name, password } });
  const { cookie: session } = await person.send(accountRoutes.loginFactor, {
    headers: { cookie: cookie ?? '' },
    body: { code: second },
  });
  if (session) person.headers.cookie = session;
  note((await person.call(factorRoutes.renewCodes)).recoveryCodes);
  const { factors } = await person.call(factorRoutes.list);
  const factorId = factors[0]?.id ?? '';
  await person.call(factorRoutes.rename, { params: { factorId }, body: { name: 'Old phone' } });
  return factorId;
}
