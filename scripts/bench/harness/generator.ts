import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommandName, Commands, ReplyMessage } from '../generator/commands';

const program = path.join(path.dirname(fileURLToPath(import.meta.url)), 'generator.mjs');

export class Generator {
  private readonly child: ChildProcess;
  private readonly calls = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  private next = 1;

  constructor() {
    this.child = fork(program, [], { serialization: 'advanced', stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.child.on('message', ({ call, result, error }: ReplyMessage) => {
      const waiting = this.calls.get(call);
      this.calls.delete(call);
      if (error !== undefined) waiting?.reject(new Error(error));
      else waiting?.resolve(result as never);
    });
    this.child.on('exit', (code, signal) => {
      for (const { reject } of this.calls.values()) reject(new Error(`A generator ended (${signal ?? code}).`));
      this.calls.clear();
    });
  }

  call<N extends CommandName>(name: N, input: Parameters<Commands[N]>[0]): Promise<Awaited<ReturnType<Commands[N]>>> {
    return new Promise((resolve, reject) => {
      const call = this.next++;
      this.calls.set(call, { resolve, reject });
      this.child.send({ call, name, input });
    });
  }

  close(): void {
    this.child.kill('SIGKILL');
  }
}
