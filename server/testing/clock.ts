import type { Clock } from '@vexil/runtime/clock';

/** Real time until it is moved; then real time plus what it was moved by. It stands still while it is stopped. */
export class TestClock implements Clock {
  private offsetMs = 0;
  private stoppedAt: Date | null = null;

  now(): Date {
    return this.stoppedAt ?? new Date(Date.now() + this.offsetMs);
  }

  /** Makes it be `instant` until the clock is moved, for what happens at the very instant of a limit. */
  stopAt(instant: Date): void {
    this.stoppedAt = instant;
  }

  advance(ms: number): void {
    this.moveTo(new Date(this.now().getTime() + ms));
  }

  /** Makes it be `instant` now. */
  moveTo(instant: Date): void {
    this.stoppedAt = null;
    this.offsetMs = instant.getTime() - Date.now();
  }
}
