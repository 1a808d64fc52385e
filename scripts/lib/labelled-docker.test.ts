import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { describeWithDocker, dockerHost } from '@vexil/engine/testing/docker';
import Docker from 'dockerode';
import { expect, it, onTestFinished } from 'vitest';
import { makeDirectory } from '../testing/program';
import { dockerTarget } from './docker-api.mjs';
import { labelDocker } from './labelled-docker.mjs';

const image = 'busybox:musl';

describeWithDocker('a Docker engine that labels what is created', () => {
  const engine = new Docker(dockerTarget(dockerHost) ?? {});

  async function open() {
    const label = `vexil.test-${randomUUID()}=1`;
    const { host, close } = await labelDocker({ dockerHost, socket: path.join(makeDirectory(), 'docker.sock'), label });
    onTestFinished(close);
    return { docker: new Docker({ socketPath: host.slice('unix://'.length) }), label, close };
  }

  it('removes at the end what was created through it, and nothing else', async () => {
    const { docker, label, close } = await open();
    const other = await engine.createContainer({ Image: image, Cmd: ['sleep', '600'] });
    onTestFinished(() => other.remove({ force: true }));
    const network = await docker.createNetwork({ Name: `vexil-${randomUUID()}`, Labels: { kept: 'yes' } });
    const volume = `vexil-${randomUUID()}`;
    await docker.createVolume({ Name: volume });
    const container = await docker.createContainer({
      Image: image,
      Cmd: ['sleep', '600'],
      HostConfig: { NetworkMode: network.id, Binds: [`${volume}:/tmp`] },
    });
    await container.start();
    expect((await network.inspect()).Labels).toMatchObject({ kept: 'yes' });
    expect((await engine.listContainers({ filters: { label: [label] } })).map(({ Id }) => Id)).toEqual([container.id]);

    await close();

    const gone = [engine.getContainer(container.id), engine.getNetwork(network.id), engine.getVolume(volume)];
    for (const one of gone) await expect(one.inspect()).rejects.toMatchObject({ statusCode: 404 });
    await expect(other.inspect()).resolves.toMatchObject({ Id: other.id });
  });

  it('carries the input and output of a command', async () => {
    const { docker } = await open();
    const container = await docker.createContainer({ Image: image, Cmd: ['sleep', '600'] });
    await container.start();
    const exec = await container.exec({ Cmd: ['cat'], AttachStdin: true, AttachStdout: true, Tty: true });
    const stream = await exec.start({ hijack: true, stdin: true, Tty: true });
    let output = '';
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    stream.write('ping\n');
    await expect.poll(() => output).toContain('ping\r\nping');
    stream.end();
  });

  it('passes errors of the engine on', async () => {
    const { docker } = await open();
    await expect(docker.createContainer({ Image: 'vexil/none:0' })).rejects.toMatchObject({ statusCode: 404 });
    await expect(docker.getContainer('none').inspect()).rejects.toMatchObject({ statusCode: 404 });
  });
});
