import type { Lifecycle } from '../lib/lifecycle.mjs';
import type { Report } from './report';

export interface Drill {
  name: string;
  summary: string;
  /** @param options words after the name: `--from 0.2.0` */
  run(lifecycle: Lifecycle, report: Report, options: ReadonlyMap<string, string>): Promise<void>;
}
