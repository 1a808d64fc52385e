/** Loaded into server and worker before their own code: they end, properly, when the process that started them is gone. */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
// The pipes to the parent break with it, and a log line must not turn the proper end into a crash.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
