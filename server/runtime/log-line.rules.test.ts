import { describe, expect, it, vi } from 'vitest';
import { describeError } from './error-log';
import { readLogLine, viewLogLine, withoutSecrets } from './log-line.rules';

const read = (line: object) => readLogLine(JSON.stringify({ level: 30, time: 1_760_000_000_000, ...line }));

describe('a line of the log', () => {
  it('is what administrators read', () => {
    const line = read({ msg: 'Signed in', userName: 'ada', ip: '10.0.0.1', status: 'Success' });
    expect(line && viewLogLine(line)).toEqual({
      time: 1_760_000_000_000,
      name: 'ada',
      level: 'Information',
      ip: '10.0.0.1',
      msg: 'Signed in',
      status: 'Success',
      kind: 'platform',
      gameId: null,
    });
  });

  it.each([
    [{ event: 'submission.judged', gameId: 7 }, 'submission', 7],
    [{ event: 'submission.batch_judged' }, 'submission', null],
    [{ event: 'submission.wrong_answers' }, 'submission', null],
    [{ event: 'submission.judge_failed', gameId: 7 }, 'platform', 7],
    [{ event: 'container.start_failed', gameId: 7 }, 'instance', 7],
    [{ event: 'account.signed_in' }, 'account', null],
    [{ event: 'participation.joined', gameId: 7 }, 'team', 7],
    [{ event: 'challenge.released', gameId: 7 }, 'game', 7],
    [{ event: 'worker.started', gameId: 'x' }, 'platform', null],
    [{}, 'platform', null],
  ])('of %j is about a %s in game %s', (line, kind, gameId) => {
    expect(read(line)).toMatchObject({ kind, gameId });
  });

  it.each([
    [['image', 'solver', 'proxy', 'capture'], 'instance'],
    [['session', 'token'], 'account'],
    [['team', 'writeup'], 'team'],
    [['game', 'package'], 'game'],
  ])('of events of %j is about a %s', (words, kind) => {
    expect(words.map((word) => read({ event: `${word}.changed` })?.kind)).toEqual(words.map(() => kind));
  });

  it.each([
    [10, null],
    [20, null],
    [29, null],
    [30, 'Information'],
    [39, 'Information'],
    [40, 'Warning'],
    [49, 'Warning'],
    [50, 'Error'],
    [59, 'Error'],
    [60, 'Fatal'],
  ])('of level %i is %s', (level, name) => {
    expect(read({ level })?.level ?? null).toBe(name);
  });

  it.each([
    [{ ip: '::1' }, 'Anonymous'],
    [{ reqId: 'req-1' }, 'Anonymous'],
    [{}, 'System'],
    [{ userName: 'x'.repeat(40) }, 'x'.repeat(16)],
    [{ userName: '', ip: '::1' }, 'Anonymous'],
    [{ userName: '' }, 'System'],
    [{ userName: 7 }, 'System'],
  ])('names who %j was', (line, name) => {
    expect(read(line)?.userName).toBe(name);
  });

  it.each([
    [{ level: 30 }, 'Success'],
    [{ level: 40 }, 'Failed'],
    [{ level: 30, err: { type: 'Error', message: 'x' } }, 'Failed'],
    [{ level: 40, status: 'NotFound' }, 'NotFound'],
    [{ level: 30, status: 200 }, 'Success'],
    [{ level: 30, err: null }, 'Failed'],
  ])('has a status when it is %j', (line, status) => {
    expect(read(line)?.status).toBe(status);
  });

  it('logs the chain of an error without statement values', () => {
    const postgres = Object.assign(new Error('invalid input syntax for type uuid: "flag{x}"'), { code: '22P02' });
    const query = Object.assign(new Error('Failed query: insert into flags\nparams: flag{x}'), {
      query: 'insert into flags',
      params: ['flag{x}'],
      cause: postgres,
    });
    const err = describeError(new Error('It broke', { cause: query }));
    const line = read({ level: 50, msg: 'A request failed', err });
    expect(line?.message).toBe('A request failed: Error: It broke, because of Error, because of Error: 22P02');
  });

  it('is one line of text that can be stored', () => {
    const line = read({ msg: `a\u0000b\r\nc${'\ud800'}${'long '.repeat(900)}` });
    expect(line?.message.slice(0, 7)).toBe('a b c\ufffdl');
    expect(line?.message.length).toBe(2000);
  });

  it('names the job and the ids of what the platform did, and no internals of what a person did', () => {
    const line = { msg: 'It happened', job: 'judge-submissions', gameId: 1 };
    expect(read({ ...line, level: 50 })?.message).toBe('It happened (job judge-submissions, gameId 1)');
    expect(read({ ...line, status: 'Success' })?.message).toBe('It happened');
    expect(read({ ...line, status: 200 })?.message).toBe('It happened (job judge-submissions, gameId 1)');
  });

  it('keeps 45 characters of an address, and no address that is none', () => {
    expect(read({ ip: '1'.repeat(46) })?.ip).toBe('1'.repeat(45));
    expect(read({ ip: 7 })?.ip).toBeNull();
    expect(read({})?.ip).toBeNull();
  });

  it('is of now where it has no time', () => {
    vi.useFakeTimers({ now: 1_234_567 });
    try {
      expect(read({ time: 'soon' })?.time.getTime()).toBe(1_234_567);
      expect(read({ time: 5 })?.time.getTime()).toBe(5);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is none where its level is no number', () => expect(read({ level: '30' })).toBeNull());

  it.each(['', 'null', '7', '"text"', '[]', '{"level":30', '{}'])('is none in %j', (text) => {
    expect(readLogLine(text)).toBeNull();
  });
});

describe('secrets in a line', () => {
  it.each([
    'flag{we_were_here}',
    'CTF{a b c}',
    'vexil_0123456789012345678901234567890123456789012',
    'Authorization: Bearer abcdefghijkl',
    'password=Passw0rd',
    '"password":"Passw0rd"',
    'GZCTF_Token=abcdefghijklmnop',
    '12:ZXhhbXBsZS1zaWduYXR1cmUtb2YtYS10ZWFtLXRoYXQtaXMtbG9uZy1lbm91Z2g=',
    'redis://user:hunter22@10.0.0.1:6379',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ])('are covered: %s', (text) => {
    const covered = withoutSecrets(`before ${text} after`);
    expect(covered).toContain('(secret)');
    expect(covered).toMatch(/^before .* after$/);
    expect(covered).not.toMatch(/we_were|a b c|0123456789|abcdefghij|Passw0rd|ZXhhb|hunter22|9f86d0/);
  });

  it.each([
    ['redis://user:pw@host', 'redis://user:(secret)@host'],
    ['redis://:pw@host', 'redis://:(secret)@host'],
    ['//u:p@w@host', '//u:(secret)@w@host'],
    ['Bearer abcdef', 'Bearer (secret)'],
    ['bearer  abcdef', 'bearer (secret)'],
    ['"Bearer abcdef"', '"Bearer (secret)"'],
    ["Bearer abcdef'x", "Bearer (secret)'x"],
    ['Bearer abcdef,x', 'Bearer (secret),x'],
    ['Bearer abcdef;x', 'Bearer (secret);x'],
    ['Authorization: Bearer abcdef', 'Authorization: Bearer (secret)'],
    ['password=abcdef', 'password=(secret)'],
    ['passwd=abcdef', 'passwd=(secret)'],
    ['SECRET=abcdef', 'SECRET=(secret)'],
    ['token:abcdef', 'token:(secret)'],
    ['cookie: abcdef', 'cookie: (secret)'],
    ['authorization=abcdef', 'authorization=(secret)'],
    ['token  =  abcdef x', 'token  =  (secret) x'],
    ['"password" : "abcdef"', '"password" : "(secret)"'],
    ["'password':'abcdef'", "'password':'(secret)'"],
    ['password=abcdef,x', 'password=(secret),x'],
    ['password=abcdef;x', 'password=(secret);x'],
    ['flag{x}', 'flag{(secret)}'],
    ['ab{}', 'ab{(secret)}'],
    [`12:${'abc/'.repeat(10)}`, '(secret)'],
    [`1:${'abc/'.repeat(11)} x`, '(secret) x'],
    ['a'.repeat(40), '(secret)'],
    [`${'A-'.repeat(20)}=`, '(secret)'],
    [`${'0_'.repeat(20)}==`, '(secret)'],
    [`${'z+'.repeat(20)}===`, '(secret)='],
  ])('are all that is covered in %s', (text, covered) => expect(withoutSecrets(text)).toBe(covered));

  it.each([
    '//user name:pw@host',
    '//user/name:pw@host',
    '//user@name:pw',
    '//u:p w@host',
    '//u:p/w@host',
    '//u:@host',
    'Bearer abcde',
    'Bearerabcdef',
    'password=abcde',
    'password abcdef',
    'f{x}',
    `12:${'abc/'.repeat(9)}abc`,
    'a'.repeat(39),
  ])('are not seen in %s', (text) => expect(withoutSecrets(text)).toBe(text));

  it('are not seen in what is none', () => {
    const text = 'PUT /api/edit/games/12/challenges/345/attachment was denied; 01890a5d-ac96-774b-bcce-b302099a8057';
    expect(withoutSecrets(text)).toBe(text);
  });
});

describe('what a line of the platform says beside its text', () => {
  const messageOf = (fields: object) =>
    readLogLine(JSON.stringify({ level: 40, time: 1, msg: 'Said', ...fields }))?.message;
  const names = ['job', 'queue', 'gameId', 'challengeId', 'code', 'reason', 'engine', 'signal'];

  it.each(names)('names %s, a number or a text', (name) => {
    expect(messageOf({ [name]: 7 })).toBe(`Said (${name} 7)`);
    expect(messageOf({ [name]: 'word' })).toBe(`Said (${name} word)`);
    expect(messageOf({ [name]: '' })).toBe('Said');
    expect(messageOf({ [name]: true })).toBe('Said');
    expect(messageOf({ [name]: null })).toBe('Said');
  });

  it('names several in order, and nothing else', () => {
    expect(messageOf({ reason: 'why', job: 'j', gameId: 3, secretThing: 'x' })).toBe(
      'Said (job j, gameId 3, reason why)',
    );
  });

  it('names none of them beside what a person did', () => {
    expect(messageOf({ job: 'j', status: 'Success' })).toBe('Said');
  });

  it('cuts long parts to 300 characters', () => {
    const text = 'word '.repeat(100);
    expect(messageOf({ reason: text.slice(0, 300) })).toBe(`Said (reason ${text.slice(0, 300)})`);
    expect(messageOf({ reason: text.slice(0, 301) })).toBe(`Said (reason ${text.slice(0, 299)}…)`);
  });

  it('says of a statement or of PostgreSQL no more than code and constraint', () => {
    const err = (fields: object) => messageOf({ err: { type: 'Error', ...fields } });
    expect(err({ message: 'Failed query: select 1' })).toBe('Said: Error');
    expect(err({ message: 'value (7)', code: '23505', constraint: 'key' })).toBe('Said: Error: 23505 key');
    expect(err({ message: 'plain', code: 'ECONNREFUSED' })).toBe('Said: Error: plain');
    expect(err({ message: 'plain', code: 'x23505' })).toBe('Said: Error: plain');
    expect(err({ message: 'plain', code: '235051' })).toBe('Said: Error: plain');
    expect(err({ message: 'plain' })).toBe('Said: Error: plain');
    expect(err({ code: 'ECONNREFUSED' })).toBe('Said: Error');
    expect(err({ message: 'x Failed query' })).toBe('Said: Error: x Failed query');
    expect(err({ message: 'Failed query: x', code: '23505' })).toBe('Said: Error: 23505');
    expect(err({ message: 'Failed query: x', constraint: 'key' })).toBe('Said: Error: key');
    const long = 'word '.repeat(61);
    expect(err({ message: long.slice(0, 300) })).toBe(`Said: Error: ${long.slice(0, 300)}`);
    expect(err({ message: long.slice(0, 301) })).toBe(`Said: Error: ${long.slice(0, 299)}…`);
    expect(err({ message: 'a', cause: { type: 'TypeError', message: 'b' } })).toBe(
      'Said: Error: a, because of TypeError: b',
    );
    expect(err({})).toBe('Said: Error');
    expect(messageOf({ err: null })).toBe('Said');
    expect(messageOf({ msg: 7 })).toBe('');
  });
});
