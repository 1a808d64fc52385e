import { screen, waitFor, within } from '@testing-library/react';
import type { PostDetail } from '@vexil/contract/post';
import { postEndpoints } from '@vexil/contract/post.endpoints';
import { postEditEndpoints } from '@vexil/contract/post-edit.endpoints';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { signIn, visit } from '../../testing/builders';
import { renderPage } from '../../testing/render';

const buildPost = (given: Partial<PostDetail> = {}): PostDetail => ({
  id: '5e1f09ab',
  title: 'Welcome aboard',
  summary: 'The *doors* are open.',
  content: '# Rules\n\nBe kind.',
  isPinned: false,
  tags: ['news'],
  authorAvatar: null,
  authorName: 'mira',
  time: 1_800_000_000_000,
  version: 1,
  ...given,
});

const rules = buildPost({ id: '11111111', title: 'The rules', tags: ['rules', 'News'], isPinned: true });
const titles = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

describe('the list of posts', () => {
  it('keeps search and tag in the address', async () => {
    visit();
    const others = ['Second night', 'Third night'].map((title) => buildPost({ id: title, title }));
    answer(postEndpoints.list, [rules, buildPost(), ...others]);
    const { user, router } = renderPage('/posts');
    await screen.findByRole('link', { name: 'The rules' });
    expect(titles()).toEqual(['The rules', 'Welcome aboard', 'Second night', 'Third night']);
    await user.click(screen.getByRole('button', { name: '#rules' }));
    await waitFor(() => expect(titles()).toEqual(['The rules']));
    expect(router.state.location.search).toEqual({ tag: 'rules' });
    await user.type(screen.getByRole('searchbox', { name: 'Search news' }), 'aboard');
    expect(await screen.findByText('No news found')).toBeVisible();
  });

  it('explains the empty list, and reports a failed request', async () => {
    visit();
    refuse(postEndpoints.list, 'request.failed');
    const { user } = renderPage('/posts');
    expect(await screen.findByText('The news could not be loaded')).toBeVisible();
    answer(postEndpoints.list, []);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No news yet')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'New post' })).toBeNull();
  });

  it('pins for administrators', async () => {
    signIn({ role: 'Admin' });
    answer(postEndpoints.list, [buildPost()]);
    answer(postEditEndpoints.update, buildPost({ isPinned: true }));
    const { user } = renderPage('/posts');
    await user.click(await screen.findByRole('button', { name: 'Pin Welcome aboard' }));
    await waitFor(() =>
      expect(callsOf(postEditEndpoints.update).map(({ body }) => body)).toEqual([{ isPinned: true }]),
    );
  });
});

describe('a post', () => {
  it('shows its text below its title', async () => {
    visit();
    answer(postEndpoints.get, buildPost());
    renderPage('/Posts/5e1f09ab');
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome aboard' })).toBeVisible();
    expect(await screen.findByRole('heading', { level: 2, name: 'Rules' })).toBeVisible();
    expect(screen.getByText('mira')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  });

  it('that is gone is not found', async () => {
    visit();
    refuse(postEndpoints.get, 'post.notFound');
    renderPage('/posts/00000000');
    expect(await screen.findByText('Page not found')).toBeVisible();
  });
});

describe('the editor of posts', () => {
  it('sends what changed, and keeps it when it is refused', async () => {
    signIn({ role: 'Admin' });
    answer(postEndpoints.list, [buildPost()]);
    answer(postEndpoints.get, buildPost());
    refuse(postEditEndpoints.update, 'request.failed');
    const { user } = renderPage('/posts/5e1f09ab/edit');
    const title = await screen.findByRole('textbox', { name: /^Title/ });
    await user.clear(title);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Enter a title')).toBeVisible();
    await user.type(title, 'All aboard');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/Something went wrong on our side/)).toBeVisible();
    expect(title).toHaveValue('All aboard');
    answer(postEditEndpoints.update, buildPost({ title: 'All aboard' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(callsOf(postEditEndpoints.update).at(-1)?.body).toEqual({ title: 'All aboard', version: 1 });
  });

  it('publishes a new post and leads to it', async () => {
    signIn({ role: 'Admin' });
    answer(postEndpoints.list, []);
    answer(postEditEndpoints.create, '5e1f09ab');
    answer(postEndpoints.get, buildPost({ title: 'Lunch' }));
    const { user, router } = renderPage('/posts/new');
    await user.type(await screen.findByRole('textbox', { name: /^Title/ }), 'Lunch');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Lunch' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/posts/5e1f09ab');
    expect(callsOf(postEditEndpoints.create)[0]?.body).toMatchObject({ title: 'Lunch', isPinned: false });
  });

  it('deletes after a confirmation that names the post', async () => {
    signIn({ role: 'Admin' });
    answer(postEndpoints.list, []);
    answer(postEndpoints.get, buildPost());
    answer(postEditEndpoints.delete, undefined);
    const { user, router } = renderPage('/posts/5e1f09ab/edit');
    await user.click(await screen.findByRole('button', { name: 'Delete post' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete “Welcome aboard”?' }));
    await user.click(dialog.getByRole('button', { name: 'Delete post' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/posts'));
  });
});
