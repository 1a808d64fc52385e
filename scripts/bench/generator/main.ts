// A process that makes load, apart from those it measures and from the one that reads the results.

import { type CallMessage, commands, type ReplyMessage } from './commands';

const answer = (message: ReplyMessage) => process.send?.(message);

process.on('message', ({ call, name, input }: CallMessage) => {
  Promise.resolve(commands[name](input)).then(
    (result: unknown) => answer({ call, result }),
    (error: unknown) =>
      answer({ call, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
