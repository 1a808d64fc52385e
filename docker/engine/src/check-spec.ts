import { type ContainerSpec, EngineError, type PortSpec, type RunSpec } from './engine';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Kubernetes allows 15 characters for the name of a port and 63 for a host. */
const PORT_NAME = /^(?=.{1,15}$)[a-z0-9]+(-[a-z0-9]+)*$/;
const HOST_NAME = /^(?=.{1,63}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;
const PORTS_MAX = 16;
const COMPANIONS_MAX = 8;

type Machine = Pick<ContainerSpec, 'image' | 'env' | 'memoryMiB' | 'cpuTenths'>;

/** Throws EngineError invalidSpec. */
export function checkSpec(spec: ContainerSpec): void {
  if (!UUID.test(spec.id)) refuse('id');
  checkMachine(spec, '');
  checkPorts(spec.ports);
  if (!isWhole(spec.storageMiB, 0, 1_048_576)) refuse('storageMiB');
  if (spec.tmpfsMiB !== undefined && !isWhole(spec.tmpfsMiB, 1, 1_048_576)) refuse('tmpfsMiB');
  if (spec.pidsMax !== undefined && !isWhole(spec.pidsMax, 1, 65_536)) refuse('pidsMax');
  if (spec.runtime !== undefined && !/^[\w.-]{1,63}$/.test(spec.runtime)) refuse('runtime');
  const companions = spec.companions ?? [];
  if (companions.length > COMPANIONS_MAX) refuse('companions');
  for (const companion of companions) {
    if (!HOST_NAME.test(companion.name)) refuse('companions.name');
    checkMachine(companion, `companions.${companion.name}.`);
  }
  if (!areUnique(['main', 'localhost', ...companions.map(({ name }) => name)])) refuse('companions.name');
}

/** Throws EngineError invalidSpec. */
export function checkRun(spec: RunSpec): void {
  for (const field of ['id', 'target'] as const) if (!UUID.test(spec[field])) refuse(field);
  checkMachine(spec, '');
  if (spec.command?.some((part) => part.includes('\0')) || spec.command?.length === 0) refuse('command');
  if (!isWhole(spec.timeoutMs, 1, 86_400_000)) refuse('timeoutMs');
  if (!isWhole(spec.outputBytesMax, 0, 1_048_576)) refuse('outputBytesMax');
}

/** Throws EngineError invalidSpec. */
export function checkPath(path: string): void {
  const parts = path.split('/').slice(1);
  const isPlain = parts.length > 0 && parts.every((part) => part !== '' && part !== '.' && part !== '..');
  if (!path.startsWith('/') || !isPlain || path.includes('\0')) refuse('path');
}

function checkMachine({ image, env, memoryMiB, cpuTenths }: Machine, prefix: string): void {
  if (image.trim() === '' || /\s/.test(image)) refuse(`${prefix}image`);
  if (!isWhole(memoryMiB, 6, 1_048_576)) refuse(`${prefix}memoryMiB`);
  if (!isWhole(cpuTenths, 1, 10_240)) refuse(`${prefix}cpuTenths`);
  for (const [name, value] of Object.entries(env)) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || value.includes('\0')) refuse(`${prefix}env ${name}`);
  }
}

function checkPorts(ports: readonly PortSpec[]): void {
  if (ports[0]?.name !== 'main' || ports.length > PORTS_MAX) refuse('ports');
  for (const { name, port } of ports) {
    if (!PORT_NAME.test(name)) refuse('ports.name');
    if (!isWhole(port, 1, 65_535)) refuse('ports.port');
  }
  if (!areUnique(ports.map(({ name }) => name)) || !areUnique(ports.map(({ port }) => port))) refuse('ports');
}

function refuse(field: string): never {
  throw new EngineError('invalidSpec', `The container cannot be started: ${field} is not valid.`);
}

const isWhole = (value: number, min: number, max: number) => Number.isInteger(value) && value >= min && value <= max;
const areUnique = (values: readonly (string | number)[]) => new Set(values).size === values.length;
