import type { WebhookDeliveryRow } from '@vexil/db/schema/webhook';
import { describe, expect, it } from 'vitest';
import { composeBody, describeEvent } from './compose-webhook';

type Event = Parameters<typeof composeBody>[0];

const build = (kind: WebhookDeliveryRow['kind'], data: Record<string, unknown>, given: Partial<Event> = {}): Event => ({
  eventId: '0197c000-0000-7000-8000-000000000001',
  kind,
  gameId: 7,
  gameTitle: 'Spring',
  data,
  happenedAt: new Date('2026-05-01T10:00:00Z'),
  ...given,
});
const solve = { team: 'Aurora', challenge: 'Lift', challengeId: 3, participationId: 5 };

describe('composeBody', () => {
  it('gives JSON with the event', () => {
    expect(JSON.parse(composeBody(build('Solve', solve), { format: 'Json', chatId: null }))).toEqual({
      id: '0197c000-0000-7000-8000-000000000001',
      type: 'Solve',
      timestamp: '2026-05-01T10:00:00.000Z',
      game: { id: 7, title: 'Spring' },
      data: solve,
    });
  });

  it('gives Discord, Slack and Telegram a sentence', () => {
    const body = (format: 'Discord' | 'Slack' | 'Telegram', chatId: string | null = null) =>
      JSON.parse(composeBody(build('Solve', solve), { format, chatId }));
    const text = '[Spring] Aurora solved Lift';
    expect(body('Discord')).toEqual({ content: text, allowed_mentions: { parse: [] } });
    expect(body('Slack')).toEqual({ text });
    expect(body('Telegram', '-100')).toEqual({ chat_id: '-100', text, link_preview_options: { is_disabled: true } });
  });
});

describe('describeEvent', () => {
  it.each([
    ['Blood', { type: 'FirstBlood', team: 'Aurora', challenge: 'Lift' }, '[Spring] First blood on Lift: Aurora'],
    ['Notice', { type: 'Normal', text: 'Lunch at one.' }, '[Spring] Lunch at one.'],
    ['Notice', { type: 'NewChallenge', text: 'Lift' }, '[Spring] New challenge: Lift'],
    ['Notice', { type: 'NewHint', text: 'Lift' }, '[Spring] New hint for Lift'],
    ['Phase', { phase: 'Frozen' }, '[Spring] The game is frozen'],
    ['Phase', { phase: 'Paused', reason: 'No power.' }, '[Spring] The game is paused: No power.'],
    ['Phase', { phase: 'Resumed', reason: 'No power.' }, '[Spring] The game goes on'],
    ['Cheat', { ...solve, source: 'Borealis' }, '[Spring] Aurora sent a flag of Borealis for Lift'],
    ['Participation', { team: 'Aurora', status: 'Accepted' }, '[Spring] Aurora was accepted'],
    ['Account', { userName: 'ada' }, 'New account: ada'],
    ['Test', { userName: 'ada' }, 'Test message, sent by ada'],
  ] as const)('describes %s %j', (kind, data, text) => {
    expect(describeEvent(build(kind, data), 'Json')).toBe(text);
  });

  it.each([
    [
      { condition: 'RedisDown', state: 'Raised', subject: '', detail: 'failed' },
      'Problem: Redis does not answer, or takes nothing more',
    ],
    [
      { condition: 'QueueLong', state: 'Raised', subject: 'mail', detail: '812' },
      'Problem: 812 jobs wait in the queue mail',
    ],
    [{ condition: 'QueueLong', state: 'Cleared', subject: 'mail', detail: null }, 'Over: jobs wait in the queue mail'],
    [
      { condition: 'DiskLow', state: 'Raised', subject: 'north', detail: '412' },
      'Problem: little room on the disk of north: 412 MiB',
    ],
    [{ condition: 'JudgingLate', state: 'Cleared', subject: '', detail: null }, 'Over: answers wait for their verdict'],
  ])('describes the state of the platform %j', (data, text) => {
    expect(describeEvent(build('Health', data, { gameId: null, gameTitle: null }), 'Json')).toBe(text);
  });

  it('escapes names, so that they mention no channel and hide no link', () => {
    const event = build('Solve', { ...solve, team: '@everyone <!channel> [x](https://evil.test) **b**' });
    expect(describeEvent(event, 'Slack')).toContain('@everyone &lt;!channel&gt;');
    const discord = describeEvent(event, 'Discord');
    expect(discord).toContain('\\@everyone \\<!channel\\>');
    expect(discord).toContain('\\[x\\]\\(https\\://evil.test\\) \\*\\*b\\*\\*');
  });

  it('shortens long notices to what chat services take', () => {
    const event = build('Notice', { type: 'Normal', text: 'x'.repeat(60_000) });
    expect(describeEvent(event, 'Discord').length).toBeLessThan(2000);
    const escaped = build('Notice', { type: 'Normal', text: '*'.repeat(60_000) });
    expect(describeEvent(escaped, 'Discord').length).toBeLessThan(2000);
  });
});
