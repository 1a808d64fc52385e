// What a team does first with a challenge is written after the reply, together with what others do at that moment, and
// once: the process remembers what it has written.

import { setTimeout as delay } from 'node:timers/promises';
import type { TraceKind } from '@vexil/db/enums/evidence';
import type { Deps } from '@vexil/http/deps';
import product from '../../../package.json';
import { type Client, originOf } from './origin';
import { beginEpoch, type Download, findLoads, insertTraces, type NewTrace } from './trace.queries';

/** What is recorded and not yet written is lost with a process that is killed. */
const gatherMs = 200;
const rowsPerStatement = 1000;
const knownMax = 100_000;
const epochRetryMs = 60_000;

export interface Trace {
  kind: TraceKind;
  participationId: number;
  challengeId: number;
  gameId: number;
  accountId: string | null;
  client: Client;
  at: Date;
}

type RecorderDeps = Pick<Deps, 'database' | 'sealing' | 'clock' | 'log'>;

export class TraceRecorder {
  private readonly known = new Set<string>();
  private traces: NewTrace[] = [];
  private downloads: Download[] = [];
  private writing: Promise<void> | null = null;
  private epochTimer: NodeJS.Timeout | undefined;
  private readonly closing = new AbortController();

  constructor(private readonly deps: RecorderDeps) {}

  /** No call waits for it or fails by it. */
  record({ client, ...trace }: Trace): void {
    if (this.isKnown(`${trace.participationId} ${trace.challengeId} ${trace.kind}`)) return;
    this.traces.push({ ...trace, ...originOf(this.deps, trace.gameId, client) });
    this.write();
  }

  /** Of a file that may be an attachment. */
  recordDownload(download: Download): void {
    if (this.isKnown(`${download.accountId} ${download.fileHash}`)) return;
    this.downloads.push(download);
    this.write();
  }

  /** Tries again until no server of another release is connected. */
  async begin(): Promise<void> {
    const { database, clock, log } = this.deps;
    try {
      if (await beginEpoch(database.sql, product.version, clock.now())) return;
    } catch (err) {
      log.warn({ event: 'evidence.epoch_failed', err }, 'The start of recording could not be stored, retrying');
    }
    if (!this.closing.signal.aborted) this.epochTimer = setTimeout(() => void this.begin(), epochRetryMs).unref();
  }

  /** Resolves when what was recorded is written. */
  async idle(): Promise<void> {
    while (this.writing) await this.writing;
  }

  async close(): Promise<void> {
    this.closing.abort();
    clearTimeout(this.epochTimer);
    await this.idle();
  }

  private isKnown(key: string): boolean {
    if (this.known.has(key)) return true;
    if (this.known.size >= knownMax) this.known.clear();
    this.known.add(key);
    return false;
  }

  private write(): void {
    this.writing ??= this.writeAll().catch((err) => {
      this.deps.log.warn({ event: 'evidence.traces_failed', err }, 'What teams did first could not be written');
    });
  }

  private async writeAll(): Promise<void> {
    try {
      while (this.traces.length + this.downloads.length > 0) {
        await delay(gatherMs, undefined, { signal: this.closing.signal, ref: false }).catch(() => {});
        // What could not be written is, with its time, together with the next one.
        const downloads = this.downloads.slice(0, rowsPerStatement);
        await this.resolveDownloads(downloads);
        this.downloads.splice(0, downloads.length);
        const traces = this.traces.slice(0, rowsPerStatement);
        await insertTraces(this.deps.database.sql, traces);
        this.traces.splice(0, traces.length);
      }
    } finally {
      // In the same turn as the last check, so that one that is added after it starts a new run.
      this.writing = null;
    }
  }

  private async resolveDownloads(downloads: readonly Download[]): Promise<void> {
    if (downloads.length === 0) return;
    for (const { ordinal, ...load } of await findLoads(this.deps.database.sql, downloads)) {
      const download = downloads[ordinal - 1];
      if (download) this.record({ ...download, ...load, kind: 'Loaded' });
    }
  }
}
