export interface HoldLimits {
  /** Bytes waiting from which connections are held, and below which they go on. */
  highBytes: number;
  lowBytes: number;
  /** A disk that hangs holds no connection for longer, until it has written again. */
  msMax: number;
}

/** Holds recorded connections while the disk is slower than they are, so that no byte is left out. */
export class Hold {
  private held: Promise<void> | undefined;
  private release: (() => void) | undefined;
  private isLate = false;

  constructor(private readonly limits: HoldLimits) {}

  /** undefined while connections may go on. */
  of(waitingBytes: number): Promise<void> | undefined {
    if (this.isLate || waitingBytes < this.limits.highBytes) return undefined;
    this.held ??= this.begin();
    return this.held;
  }

  onWritten(waitingBytes: number): void {
    if (waitingBytes > this.limits.lowBytes) return;
    this.isLate = false;
    this.release?.();
  }

  private async begin(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.release = resolve;
      timer = setTimeout(() => {
        this.isLate = true;
        resolve();
      }, this.limits.msMax);
    });
    clearTimeout(timer);
    this.held = undefined;
    this.release = undefined;
  }
}
