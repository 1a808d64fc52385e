import { expect, it } from 'vitest';
import { z } from 'zod';
import { challengeFile } from './challenge-file';

it('has the schema that editors load (npx vitest -u writes it)', async () => {
  const schema = {
    $id: 'challenge.schema.json',
    ...z.toJSONSchema(challengeFile, { io: 'input', unrepresentable: 'any' }),
  };
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot('../../docs/challenge.schema.json');
});
