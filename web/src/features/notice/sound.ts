let context: AudioContext | null = null;

/** Two short notes. Silent where the browser has no sound or waits for a gesture. */
export function playNoticeSound(): void {
  try {
    context ??= new AudioContext();
    const { currentTime, destination } = context;
    for (const [index, hertz] of [660, 880].entries()) {
      const from = currentTime + index * 0.12;
      const tone = new OscillatorNode(context, { frequency: hertz });
      const volume = new GainNode(context, { gain: 0.08 });
      volume.gain.setValueAtTime(0.08, from);
      volume.gain.exponentialRampToValueAtTime(0.001, from + 0.18);
      tone.connect(volume).connect(destination);
      tone.start(from);
      tone.stop(from + 0.2);
    }
  } catch {
    context = null;
  }
}
