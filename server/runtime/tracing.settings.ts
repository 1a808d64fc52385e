import { z } from 'zod';

export interface TracesSettings {
  /** Of an OTLP receiver over HTTP, with its path. */
  url: string;
  /** Part of the requests that are traced, from 0 to 1. */
  ratio: number;
}

export const TracesRatio = z
  .string()
  .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'must be a number from 0 to 1, such as 0.1')
  .transform(Number);
