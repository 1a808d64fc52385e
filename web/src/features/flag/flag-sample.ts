import { type FlagSources, generateFlag } from '@vexil/rules/flag-template.rules';
import { teamHashLength } from '@vexil/rules/team-hash.rules';

const wordSize = 2 ** 32;

function randomInt(bound: number): number {
  const word = new Uint32Array(1);
  // Values past the last full round would favour low numbers.
  const fair = wordSize - (wordSize % bound);
  for (;;) {
    const [value = 0] = crypto.getRandomValues(word);
    if (value < fair) return value % bound;
  }
}

const randomHex = (length: number) => Array.from({ length }, () => randomInt(16).toString(16)).join('');

/** `crypto.randomUUID` is missing without TLS. */
function randomUuid(): string {
  const variant = (8 + randomInt(4)).toString(16);
  return `${randomHex(8)}-${randomHex(4)}-4${randomHex(3)}-${variant}${randomHex(3)}-${randomHex(12)}`;
}

const sources: FlagSources = { randomInt, randomUuid };

export const sampleFlag = (template: string): string => generateFlag(template, randomHex(teamHashLength), sources);
