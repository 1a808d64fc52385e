import { describe, expect, it } from 'vitest';
import { refusedBytesMax } from './limits';
import { judgeProgress, type Sight, startProgress } from './unfinished.policy';

const sight = (values: Partial<Sight>): Sight => ({
  now: 0,
  bytesRead: 0,
  isAnswered: false,
  isHeldUp: false,
  ...values,
});

describe('a JSON body', () => {
  it('has 20 s, however much of it has come', () => {
    const progress = startProgress(false, 1000, 500);
    expect(judgeProgress(progress, sight({ now: 20_999, bytesRead: 1_000_000 }))).toBe('wait');
    expect(judgeProgress(progress, sight({ now: 21_000, bytesRead: 1_000_000 }))).toBe('late');
    expect(judgeProgress(progress, sight({ now: 21_000, isHeldUp: true }))).toBe('late');
  });
});

describe('an upload', () => {
  const perWindow = 15 * 4096;

  it('goes on while each window brings the least rate', () => {
    const progress = startProgress(true, 0, 100);
    expect(judgeProgress(progress, sight({ now: 14_999, bytesRead: 100 }))).toBe('wait');
    for (let window = 1; window <= 100; window += 1) {
      const at = sight({ now: window * 15_000, bytesRead: 100 + window * perWindow });
      expect(judgeProgress(progress, at)).toBe('wait');
    }
  });

  it('is late when a window brings less', () => {
    const less = sight({ now: 15_000, bytesRead: 100 + perWindow - 1 });
    expect(judgeProgress(startProgress(true, 0, 100), less)).toBe('late');
  });

  it('is measured anew in each window, by how long the window was', () => {
    const progress = startProgress(true, 0, 0);
    expect(judgeProgress(progress, sight({ now: 15_000, bytesRead: 10 * perWindow }))).toBe('wait');
    expect(judgeProgress(progress, sight({ now: 29_999, bytesRead: 10 * perWindow }))).toBe('wait');
    expect(judgeProgress(progress, sight({ now: 45_000, bytesRead: 12 * perWindow - 1 }))).toBe('late');
    expect(judgeProgress(progress, sight({ now: 45_000, bytesRead: 12 * perWindow }))).toBe('wait');
  });

  it('is not late while the server itself holds it up', () => {
    const progress = startProgress(true, 0, 0);
    expect(judgeProgress(progress, sight({ now: 15_000, isHeldUp: true }))).toBe('wait');
    expect(judgeProgress(progress, sight({ now: 29_999 }))).toBe('wait');
    expect(judgeProgress(progress, sight({ now: 30_000 }))).toBe('late');
  });
});

describe('a body that goes on after the reply', () => {
  const mebibyte = 1024 * 1024;

  it.each([false, true])('is read for 5 s (upload: %s)', (isUpload) => {
    const progress = startProgress(isUpload, 0, 0);
    expect(judgeProgress(progress, sight({ now: 50_000, isAnswered: true }))).toBe('wait');
    expect(judgeProgress(progress, sight({ now: 54_999, isAnswered: true }))).toBe('wait');
    expect(judgeProgress(progress, sight({ now: 55_000, isAnswered: true }))).toBe('close');
  });

  it('is read to its end where a handler reads the upload, while each window brings the least rate', () => {
    const progress = startProgress(true, 0, 0);
    progress.isRead = true;
    const rate = (now: number, bytesRead: number) =>
      judgeProgress(progress, sight({ now, bytesRead, isAnswered: true }));
    expect(rate(1, 0)).toBe('wait');
    expect(rate(14_999, 0)).toBe('wait');
    expect(rate(60_000, 600 * mebibyte)).toBe('wait');
    expect(rate(75_000, refusedBytesMax)).toBe('wait');
    expect(rate(75_001, refusedBytesMax + 1)).toBe('close');
    expect(rate(90_001, refusedBytesMax - 1)).toBe('late');
  });

  it('is read up to 64 MiB', () => {
    const progress = startProgress(false, 0, 0);
    const bytesRead = 3 * mebibyte;
    expect(judgeProgress(progress, sight({ isAnswered: true, bytesRead }))).toBe('wait');
    expect(judgeProgress(progress, sight({ isAnswered: true, bytesRead: 67 * mebibyte }))).toBe('wait');
    expect(judgeProgress(progress, sight({ isAnswered: true, bytesRead: 67 * mebibyte + 1 }))).toBe('close');
  });
});
