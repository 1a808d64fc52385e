import { notFound } from '@tanstack/react-router';

/** A number in a path; whatever else stands there leads nowhere. */
export const readId = (text: string): number => (/^\d{1,10}$/.test(text) ? Number(text) : Number.NaN);

export function needId(id: number): void {
  if (Number.isNaN(id)) throw notFound();
}
