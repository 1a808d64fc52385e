import { expect, it } from 'vitest';
import { ApiError } from './api-error';
import { describeError } from './describe-error';

const describeRefusal = (code: string, title: string, retryAfterSeconds: number) =>
  describeError(new ApiError({ title, status: 429, code }, retryAfterSeconds));

it('names the time to wait in its largest unit', () => {
  expect(describeRefusal('request.tooMany', 'In 160 s.', 160)).toBe('Too many requests. Try again in 3 minutes.');
  expect(describeRefusal('status.429', '', 5)).toBe('Too many requests. Try again in 5 seconds.');
});

it('leaves a refusal with a code of its own its words', () => {
  const title = 'Many instances are being started. Try again in 30 s.';
  expect(describeRefusal('container.queueFull', title, 30)).toBe(title);
});
