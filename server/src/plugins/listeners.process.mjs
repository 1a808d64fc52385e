/**
 * Sends a listening socket back as often as it is asked to. Node cannot duplicate a socket, but one that comes out of a
 * channel between processes is another one of the same listening. Plain JavaScript, so that it starts as it is from the
 * source tree and from the bundle; it never listens itself, so no connection ends up here.
 */
process.on('message', (count, handle) => {
  for (let index = 0; index < Number(count); index += 1) process.send?.(index, handle);
});
process.on('disconnect', () => process.exit());
