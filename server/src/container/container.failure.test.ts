import { containerRoutes } from '@vexil/contract/container';
import { englishErrors } from '@vexil/contract/texts';
import { expect, it } from 'vitest';

it('reaches players without the words of operators', () => {
  const codes = containerRoutes.create.errors.filter((code) => code.startsWith('container.'));
  expect(codes).toContain('container.noCapacity');
  const texts = codes.map((code) => englishErrors[code]);
  expect(texts.filter((text) => /engine|container|deployment/i.test(text))).toEqual([]);
});
