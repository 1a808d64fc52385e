import type { Clock } from '../src/contract/clock';

/** Real time until it is moved; then real time plus what it was moved by. */
export class TestClock implements Clock {
  private offsetMs = 0;

  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }

  advance(ms: number): void {
    this.offsetMs += ms;
  }

  /** Makes it be `instant` now. */
  moveTo(instant: Date): void {
    this.offsetMs = instant.getTime() - Date.now();
  }
}
