export interface PullEvent {
  /** The layer, absent on lines about the image. */
  id?: string;
  status?: string;
  progressDetail?: { current?: number; total?: number };
}

/** Downloading a layer is the first half of it, unpacking the second. */
const DONE_AT: Record<string, number> = {
  'Pulling fs layer': 0,
  Waiting: 0,
  'Verifying Checksum': 0.5,
  'Download complete': 0.5,
  'Pull complete': 1,
  'Already exists': 1,
};

/** The engine names all layers before it downloads one, but sizes only as they come: each layer counts the same. */
export function createPullProgress(): { advance(event: PullEvent): number } {
  const layers = new Map<string, number>();
  let last = 0;
  return {
    advance: ({ id, status = '', progressDetail }) => {
      const part = partOf(status, progressDetail);
      if (id !== undefined && part !== null) layers.set(id, Math.max(part, layers.get(id) ?? 0));
      const sum = [...layers.values()].reduce((total, one) => total + one, 0);
      // A layer that is named late must not turn progress back.
      last = layers.size === 0 ? last : Math.max(last, sum / layers.size);
      return last;
    },
  };
}

function partOf(status: string, { current = 0, total = 0 }: { current?: number; total?: number } = {}): number | null {
  const share = total > 0 ? Math.min(1, current / total) / 2 : 0;
  if (status === 'Downloading') return share;
  if (status === 'Extracting') return 0.5 + share;
  return DONE_AT[status] ?? null;
}
