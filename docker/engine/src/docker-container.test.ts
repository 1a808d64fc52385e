import type Docker from 'dockerode';
import { describe, expect, it } from 'vitest';
import { buildSpec } from '../testing/docker';
import { createOptions, LABEL } from './docker-container';
import { viewContainer } from './docker-view';

const facts = {
  apiVersion: '1.41',
  cpuCount: 2,
  storageDriver: 'overlay2',
  backingFilesystem: 'extfs',
  memoryLimit: true,
  swapLimit: true,
  cpuQuota: true,
  pidsLimit: true,
  rootless: false,
  dataRoot: '/var/lib/docker',
  clockSeconds: 0,
};
const context = {
  deployment: 'test',
  bindAddress: '0.0.0.0',
  portRange: '',
  network: 'test',
  addresses: {},
  facts,
  features: { init: true, storageLimit: false },
};

const bindingsOf = (publishOn?: string) =>
  createOptions(buildSpec(publishOn === undefined ? {} : { publishOn }), context).HostConfig?.PortBindings;

const view = (publishedOn: string) =>
  viewContainer(
    {
      Id: 'engine-id',
      State: 'running',
      Created: 0,
      Labels: { [LABEL.id]: 'row-id', [LABEL.port]: '9000' },
      Ports: [{ IP: publishedOn, PrivatePort: 9000, PublicPort: 32_768, Type: 'tcp' }],
      NetworkSettings: { Networks: {} },
    } as unknown as Docker.ContainerInfo,
    'engine.example',
  );

describe('the address of a port', () => {
  it('is the one of the engine, or the one asked for', () => {
    expect(bindingsOf()).toEqual({ '9000/tcp': [{ HostIp: '0.0.0.0', HostPort: '' }] });
    expect(bindingsOf('172.17.0.1')).toEqual({ '9000/tcp': [{ HostIp: '172.17.0.1', HostPort: '' }] });
  });

  it.each([
    ['0.0.0.0', 'engine.example'],
    ['::', 'engine.example'],
    ['127.0.0.1', 'engine.example'],
    ['172.17.0.1', '172.17.0.1'],
    ['fd00::1', 'fd00::1'],
  ])('published on %s is reached at %s', (publishedOn, host) => {
    expect(view(publishedOn)).toMatchObject({ ports: [{ name: 'main', port: 9000, host, hostPort: 32_768 }] });
  });
});
