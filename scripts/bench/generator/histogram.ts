export interface HistogramData {
  counts: [bucket: number, count: number][];
  maxMs: number;
}

const stepsPerOctave = 32;
/** One microsecond; whatever is shorter counts as that. */
const smallestMs = 0.001;

// A timer may fire a little early, so a reply can precede the planned time of its request.
const bucketOf = (ms: number) => Math.floor(Math.log2(Math.max(ms, smallestMs) / smallestMs) * stepsPerOctave);
const upperEndOf = (bucket: number) => smallestMs * 2 ** ((bucket + 1) / stepsPerOctave);

/** Buckets are about two per cent wide, so memory is constant. */
export class Histogram {
  private readonly counts = new Map<number, number>();
  private total = 0;
  private maxMs = 0;

  static of(...parts: readonly HistogramData[]): Histogram {
    const sum = new Histogram();
    for (const { counts, maxMs } of parts) {
      for (const [bucket, count] of counts) sum.addTo(bucket, count);
      sum.maxMs = Math.max(sum.maxMs, maxMs);
    }
    return sum;
  }

  add(ms: number): void {
    this.addTo(bucketOf(ms), 1);
    if (ms > this.maxMs) this.maxMs = ms;
  }

  private addTo(bucket: number, count: number): void {
    this.counts.set(bucket, (this.counts.get(bucket) ?? 0) + count);
    this.total += count;
  }

  get count(): number {
    return this.total;
  }

  get max(): number {
    return this.maxMs;
  }

  /** Upper bound of the bucket in milliseconds; NaN when nothing was counted. */
  percentile(share: number): number {
    if (this.total === 0) return Number.NaN;
    const wanted = Math.max(1, Math.ceil(share * this.total));
    let seen = 0;
    for (const [bucket, count] of [...this.counts].sort(([a], [b]) => a - b)) {
      seen += count;
      if (seen >= wanted) return Math.min(upperEndOf(bucket), this.maxMs);
    }
    return this.maxMs;
  }

  data(): HistogramData {
    return { counts: [...this.counts], maxMs: this.maxMs };
  }
}
