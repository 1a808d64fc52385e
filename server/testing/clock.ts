import type { Clock } from '@vexil/runtime/clock';

/** Real time plus an offset; does not advance while stopped. */
export class TestClock implements Clock {
  private offsetMs = 0;
  private stoppedAt: Date | null = null;

  now(): Date {
    return this.stoppedAt ?? new Date(Date.now() + this.offsetMs);
  }

  /** Stops the clock at `instant` until it is moved, for tests of the exact instant of a limit. */
  stopAt(instant: Date): void {
    this.stoppedAt = instant;
  }

  advance(ms: number): void {
    this.moveTo(new Date(this.now().getTime() + ms));
  }

  /** Sets the time; the clock advances from there. */
  moveTo(instant: Date): void {
    this.stoppedAt = null;
    this.offsetMs = instant.getTime() - Date.now();
  }
}
