/** Preloaded into server and worker: they shut down gracefully when their parent process dies. */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
// The pipes to the parent are broken by then; a log line must not turn the shutdown into a crash.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
