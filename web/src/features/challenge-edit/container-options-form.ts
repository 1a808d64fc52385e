import { ContainerOptions } from '@vexil/contract/container-options';
import type { ChallengeType } from '@vexil/db/enums/challenge';
import { findContradiction } from '@vexil/rules/container-options.rules';
import type { z } from 'zod';

type Options = ContainerOptions;
type Draft = number | string;

export type PortDraft = { name: string; port: Draft; kind: Options['mainKind'] };
/** CPU in cores, variables as lines of `NAME=value`. */
export type CompanionDraft = { name: string; image: string; environment: string; memoryMiB: Draft; cpuCores: Draft };

/** The options of a container as fields of the editor. */
export type OptionValues = {
  mainKind: Options['mainKind'];
  entry: Options['entry'];
  ports: PortDraft[];
  companions: CompanionDraft[];
  readyKind: Options['readiness']['kind'];
  readyPath: string;
  readySeconds: Draft;
  flagDelivery: Options['flagDelivery'];
  flagPath: string;
  rotateFlag: boolean;
  runtime: string;
  sharing: Options['sharing'];
  warmCount: Draft;
};

export const optionFields = [
  'mainKind',
  'entry',
  'ports',
  'companions',
  'readyKind',
  'readyPath',
  'readySeconds',
  'flagDelivery',
  'flagPath',
  'rotateFlag',
  'runtime',
  'sharing',
  'warmCount',
] as const satisfies (keyof OptionValues)[];

export function optionValues({ readiness, runtime, ...options }: Options): OptionValues {
  return {
    mainKind: options.mainKind,
    entry: options.entry,
    ports: options.ports,
    companions: options.companions.map(({ cpuTenths, environment, ...companion }) => ({
      ...companion,
      cpuCores: cpuTenths / 10,
      environment: Object.entries(environment)
        .map(([name, value]) => `${name}=${value}`)
        .join('\n'),
    })),
    readyKind: readiness.kind,
    readyPath: readiness.path,
    readySeconds: readiness.timeoutSeconds,
    flagDelivery: options.flagDelivery,
    flagPath: options.flagPath,
    rotateFlag: options.rotateFlag,
    runtime: runtime ?? '',
    sharing: options.sharing,
    warmCount: options.warmCount,
  };
}

/** What the fields say, over the options that the editor does not show; not checked. */
export function optionsOf(values: OptionValues, stored: Options): Record<string, unknown> {
  return {
    ...stored,
    mainKind: values.mainKind,
    entry: values.entry,
    ports: values.ports,
    companions: values.companions.map(({ cpuCores, environment, image, ...companion }) => ({
      ...companion,
      image: image.trim(),
      environment: readVariables(environment),
      cpuTenths: typeof cpuCores === 'number' ? Math.round(cpuCores * 10) : cpuCores,
    })),
    readiness: { kind: values.readyKind, path: values.readyPath, timeoutSeconds: values.readySeconds },
    flagDelivery: values.flagDelivery,
    flagPath: values.flagPath,
    rotateFlag: values.rotateFlag,
    runtime: values.runtime.trim() === '' ? null : values.runtime.trim(),
    sharing: values.sharing,
    warmCount: values.warmCount,
  };
}

/** A line without `=` is a variable without a value. */
function readVariables(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=');
      return at === -1 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1)];
    }),
  );
}

type Issue = z.core.$ZodIssue;
export type OptionMistakes = Partial<Record<keyof OptionValues, Issue | 'twice' | 'impossible'>>;

const fieldOfReadiness: Record<string, keyof OptionValues> = {
  kind: 'readyKind',
  path: 'readyPath',
  timeoutSeconds: 'readySeconds',
};

type OptionsOwner = { type: ChallengeType; exposePort: number; flagTemplate: string | null };

function contradictionOf(challenge: OptionsOwner, options: ContainerOptions): OptionMistakes {
  const [, field] = findContradiction(challenge, options)?.split('.') ?? [];
  if (field === 'ports') return { ports: 'twice' };
  return field ? { [field]: 'impossible' } : {};
}

function fieldOf({ path: [member, inner] }: Issue): keyof OptionValues | undefined {
  return member === 'readiness' ? fieldOfReadiness[String(inner)] : (member as keyof OptionValues | undefined);
}

/** The first mistake of each field. */
export function findOptionMistakes(options: Record<string, unknown>, challenge: OptionsOwner): OptionMistakes {
  const read = ContainerOptions.safeParse(options);
  if (read.success) return contradictionOf(challenge, read.data);
  const mistakes: OptionMistakes = {};
  for (const issue of read.error.issues) {
    const field = fieldOf(issue);
    if (!field) continue;
    const isTwice = issue.path.length === 1 && (field === 'ports' || field === 'companions');
    mistakes[field] ??= isTwice ? 'twice' : issue;
  }
  return mistakes;
}

export const portLine = ({ name, port, kind }: PortDraft) => `${name} ${port} ${kind}`;
export const companionLine = ({ name, image, memoryMiB, cpuCores, environment }: CompanionDraft) =>
  [`${name} ${image} ${memoryMiB} MiB ${cpuCores} CPU`, ...environment.split('\n').filter(Boolean)].join('\n');
