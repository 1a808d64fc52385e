import { posts } from '@vexil/db/schema/post';
import { buildGame } from '@vexil/db/testing/game';
import { readPagePath } from '@vexil/http/page/link-preview';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';
import { findLinkPreview } from './link-preview.service';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function previewOf(path: string) {
  const read = readPagePath(path);
  return read && findLinkPreview(test.deps, read);
}

describe('the preview of a link', () => {
  it('of a game has its title and its words without markup, on all its pages and in any letter case', async () => {
    const summary = '**Forty** [teams](/teams), </title><script>alert(1)</script> one night';
    const { id } = await buildGame(test.db, { title: 'Spring Cup', summary });
    const expected = {
      type: 'website',
      title: 'Spring Cup',
      text: 'Forty teams, alert(1) one night',
      picture: null,
    };
    for (const path of [`/games/${id}`, `/Games/${id}/`, `/GAMES/${id}/Scoreboard`, `/games/${id}/teams/5`]) {
      expect(await previewOf(path), path).toEqual(expected);
    }
    expect(readPagePath(`/Games/${id}/Scoreboard/`)?.path).toBe(`/games/${id}/scoreboard`);
  });

  it('of a game without a summary has the beginning of its text', async () => {
    const content = `# Rules\n\n${'Be kind to the other teams. '.repeat(20)}`;
    const { id } = await buildGame(test.db, { summary: '', content });
    const text = (await previewOf(`/games/${id}`))?.text ?? '';
    expect(text).toMatch(/^Rules Be kind to the other teams\..*…$/);
    expect(text.length).toBeLessThanOrEqual(200);
  });

  it('of a hidden game does not differ from that of none', async () => {
    const { id } = await buildGame(test.db, { title: 'Secret Cup', hidden: true });
    expect(await previewOf(`/games/${id}`)).toBeNull();
    expect(await previewOf(`/games/${id + 1000}`)).toBeNull();
  });

  it('of a post has its title and its summary', async () => {
    const post = { id: '00c0ffee', title: 'Doors open', summary: 'At `ten`.', content: 'Long' };
    await test.db.insert(posts).values({ ...post, updatedAt: new Date() });
    const expected = { type: 'article', title: 'Doors open', text: 'At ten.', picture: null };
    expect(await previewOf('/posts/00c0ffee')).toEqual(expected);
    expect(await previewOf('/posts/00c0ffee/edit')).toEqual(expected);
    expect(await previewOf('/posts/00c0ffef')).toBeNull();
  });

  it('is for pages of games and posts alone', () => {
    for (const path of [
      '/',
      '/games',
      '/posts/new',
      '/admin/games/1',
      '/games/x',
      '/games/99999999999',
      '/games/1/%22',
    ])
      expect(readPagePath(path), path).toBeNull();
  });
});
