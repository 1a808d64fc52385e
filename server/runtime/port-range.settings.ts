import { z } from 'zod';

export const PortRange = z.string().refine((text) => {
  const [, first, last] = /^(\d{1,5})-(\d{1,5})$/.exec(text) ?? [];
  return Number(first) >= 1 && Number(first) <= Number(last) && Number(last) <= 65_535;
}, 'must be two ports such as 32768-60999');

/** A range that no engine keeps would let operators open the wrong ports. */
export function findPortRangeMistakes(
  range: string | null,
  engines: readonly { kind: string }[],
): { variable: string; message: string }[] {
  if (range === null || engines.every(({ kind }) => kind === 'docker')) return [];
  const message =
    'holds for engines of kind docker only; Swarm and Kubernetes have ranges of their own, see docs/engines.md';
  return [{ variable: 'CONTAINER_PORT_RANGE', message }];
}
