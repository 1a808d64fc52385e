import { expect, it } from 'vitest';
import { createPullProgress, type PullEvent } from './docker-pull-progress';

it('grows from nothing to one with the layers of an image', () => {
  const progress = createPullProgress();
  const events: PullEvent[] = [
    { status: 'Pulling from vexil/quiz' },
    { id: 'a', status: 'Pulling fs layer' },
    { id: 'b', status: 'Already exists' },
    { id: 'a', status: 'Downloading', progressDetail: { current: 5, total: 10 } },
    { id: 'a', status: 'Download complete' },
    { id: 'a', status: 'Extracting', progressDetail: { current: 10, total: 20 } },
    { id: 'a', status: 'Pull complete' },
    { status: 'Digest: sha256:0123' },
  ];
  expect(events.map(progress.advance)).toEqual([0, 0, 0.5, 0.625, 0.75, 0.875, 1, 1]);
});

it('never goes back, however many layers are named later', () => {
  const progress = createPullProgress();
  expect(progress.advance({ id: 'a', status: 'Pull complete' })).toBe(1);
  expect(progress.advance({ id: 'b', status: 'Waiting' })).toBe(1);
});
