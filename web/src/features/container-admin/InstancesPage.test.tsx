import { screen, waitFor, within } from '@testing-library/react';
import type { ContainerInstance } from '@vexil/contract/container-admin';
import { containerAdminEndpoints } from '@vexil/contract/container-admin.endpoints';
import { beforeEach, expect, it } from 'vitest';
import { answer, callsOf } from '../../testing/api';
import { signIn } from '../../testing/builders';
import { renderPage } from '../../testing/render';

const build = (number: number, team: string): ContainerInstance => ({
  team: { id: number, name: team, avatar: null },
  challenge: {
    id: 1,
    title: 'Night Shift',
    category: 'Web',
    customCategory: { name: 'Cloud', icon: 'AI', colour: 'PPC' },
  },
  game: { id: 7, title: 'Qualifier' },
  image: 'vexil/shift:1',
  containerGuid: `01890a5d-ac96-774b-bcce-00000000000${number}`,
  containerId: 'e1',
  startedAt: Date.now(),
  expectStopAt: Date.now() + 3_600_000,
  ip: 'play.example.org',
  port: 30_000 + number,
  ports: [],
  status: 'Running',
  position: null,
  via: 'Session',
});

beforeEach(() => answer(containerAdminEndpoints.failures, []));

it('says why instances did not start, of the chosen game', async () => {
  signIn({ role: 'Admin' });
  answer(containerAdminEndpoints.list, { data: [build(1, 'Owls')], length: 1, total: 1 });
  const { team, challenge, game, image, containerGuid } = build(2, 'Jays');
  const failure = { team, challenge, image, at: Date.now() - 60_000 };
  answer(containerAdminEndpoints.failures, [
    { ...failure, game, containerGuid, reason: 'Nothing answered on port 80.' },
    { ...failure, game: { id: 8, title: 'Final' }, containerGuid: build(3, '').containerGuid, reason: 'No room.' },
  ]);
  renderPage('/admin/instances?game=7');
  const table = within(await screen.findByRole('table', { name: 'Failed starts' }));
  const row = within(table.getByRole('row', { name: /Jays/ }));
  expect(row.getByText('Nothing answered on port 80.')).toBeVisible();
  expect(row.getByText('Qualifier')).toBeVisible();
  expect(table.queryByText('No room.')).toBeNull();
});

it('filters, ends the selected instances and shows the log of one', async () => {
  signIn({ role: 'Admin' });
  const byToken: ContainerInstance = { ...build(1, 'Owls'), via: 'Token' };
  answer(containerAdminEndpoints.list, { data: [byToken, build(2, 'Jays')], length: 2, total: 2 });
  answer(containerAdminEndpoints.destroy, undefined);
  answer(containerAdminEndpoints.log, { text: 'listening on 80' });
  const { user } = renderPage('/admin/instances');
  expect(await screen.findByRole('row', { name: /Owls · Token/ })).toBeVisible();
  expect(screen.queryByRole('row', { name: /Jays ·/ })).toBeNull();
  await user.type(await screen.findByRole('searchbox'), 'jays');
  await waitFor(() => expect(screen.queryByText('Owls')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Log of Night Shift of Jays' }));
  expect(await screen.findByText('listening on 80')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows shown' }));
  const bar = within(screen.getByRole('region', { name: 'Selected rows' }));
  await user.click(bar.getByRole('button', { name: 'Stop' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Stop 1 instance?' }));
  await user.click(dialog.getByRole('button', { name: 'Stop' }));
  await waitFor(() =>
    expect(callsOf(containerAdminEndpoints.destroy).map(({ params }) => params.id)).toEqual([
      build(2, '').containerGuid,
    ]),
  );
});

it('shows and finds every address as its players see it', async () => {
  signIn({ role: 'Admin' });
  const tcp = { kind: 'tcp', url: null, tls: false } as const;
  const ports = [
    { ...tcp, name: 'main', entry: 'play.example.org:30003' },
    { ...tcp, name: 'console', entry: 'play.example.org:30004' },
  ];
  const url = 'http://aaaa.play-ctf.net:8080/';
  const named = { name: 'main', kind: 'http', entry: 'aaaa.play-ctf.net:8080', url, tls: false } as const;
  const relayed = build(5, 'Rooks');
  answer(containerAdminEndpoints.list, {
    data: [
      { ...build(1, 'Owls'), ports },
      { ...build(2, 'Jays'), ip: '127.0.0.1', ports: [named] },
      { ...relayed, ports: [{ ...tcp, name: 'main', entry: relayed.containerGuid }] },
    ],
    length: 3,
    total: 3,
  });
  const { user } = renderPage('/admin/instances');
  const search = await screen.findByRole('searchbox');
  const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
  expect((await row(/Owls/)).getByText('play.example.org:30003')).toBeVisible();
  expect((await row(/Owls/)).getByText('Cloud')).toBeVisible();
  expect((await row(/Owls/)).getByText('play.example.org:30004')).toBeVisible();
  expect((await row(/Jays/)).getByText(url)).toBeVisible();
  const relay = `${location.origin.replace('http', 'ws')}/api/proxy/${relayed.containerGuid}`;
  expect((await row(/Rooks/)).getByText(relay)).toBeVisible();
  for (const [address, name] of [
    ['play.example.org:30004', /Owls/],
    [url, /Jays/],
    [relay, /Rooks/],
  ] as const) {
    await user.clear(search);
    await user.click(search);
    await user.paste(address);
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
    expect(screen.getByRole('row', { name })).toBeVisible();
  }
});

it('shows and finds instances of a server that sends no ports yet', async () => {
  signIn({ role: 'Admin' });
  const { ports: _, ...owls } = build(1, 'Owls');
  const { ports: __, ...jays } = build(2, 'Jays');
  answer(containerAdminEndpoints.list, { data: [owls, jays], length: 2, total: 2 } as never);
  const { user } = renderPage('/admin/instances');
  expect(await screen.findByText('play.example.org:30001')).toBeVisible();
  await user.type(screen.getByRole('searchbox'), '30002');
  await waitFor(() => expect(screen.queryByText('Owls')).not.toBeInTheDocument());
  expect(screen.getByText('play.example.org:30002')).toBeVisible();
});

it('keeps the focus in the list when an instance has ended: at the next row, else at the search', async () => {
  signIn({ role: 'Admin' });
  const listed = (...data: ContainerInstance[]) =>
    answer(containerAdminEndpoints.list, { data, length: data.length, total: data.length });
  const [owls, jays, rooks] = [build(1, 'Owls'), build(2, 'Jays'), build(3, 'Rooks')];
  listed(owls, jays, rooks);
  answer(containerAdminEndpoints.destroy, undefined);
  const { user } = renderPage('/admin/instances');
  const end = async (team: string, ...left: ContainerInstance[]) => {
    await user.click(await screen.findByRole('button', { name: `Stop Night Shift of ${team}` }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Stop 1 instance?' }));
    listed(...left);
    await user.click(dialog.getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  };
  const log = (team: string) => screen.getByRole('button', { name: `Log of Night Shift of ${team}` });
  await end('Jays', owls, rooks);
  await waitFor(() => expect(log('Rooks')).toHaveFocus());
  await end('Rooks', owls);
  await waitFor(() => expect(log('Owls')).toHaveFocus());
  await end('Owls');
  await waitFor(() => expect(screen.getByRole('searchbox')).toHaveFocus());
});

it('shows those that wait in the queue with their place, and no time that runs', async () => {
  signIn({ role: 'Admin' });
  const queued: ContainerInstance = { ...build(1, 'Owls'), status: 'Queued', position: 1, ip: '', port: 0 };
  answer(containerAdminEndpoints.list, { data: [queued, build(2, 'Jays')], length: 2, total: 2 });
  renderPage('/admin/instances');
  const row = within((await screen.findByText('Owls')).closest('tr') as HTMLElement);
  expect(row.getByText('Queued, place 2')).toBeVisible();
  expect(row.queryByText(/^\d+:/)).toBeNull();
});

it('offers to clear the filters where instances run, and none fits', async () => {
  signIn({ role: 'Admin' });
  answer(containerAdminEndpoints.list, { data: [build(1, 'Owls')], length: 1, total: 1 });
  const { user } = renderPage('/admin/instances?q=jays');
  expect(await screen.findByText('No instances found')).toBeVisible();
  expect(screen.queryByText('Instances appear here when teams start them.')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByText('Owls')).toBeVisible();
});
