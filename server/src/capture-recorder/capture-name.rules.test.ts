import { describe, expect, it } from 'vitest';
import { parseSpoolName, recordingName, spoolName, storageKey, storedName, tokenBytes } from './capture-name.rules';

const place = { gameId: 42, challengeId: 31, participationId: 70 };

describe('names of captures', () => {
  it('begin with the container and are opaque then', () => {
    const name = recordingName(
      '01890A5D-ac96-774b-bcce-b302099a8057',
      Uint8Array.from({ length: tokenBytes }, (_, i) => i * 20),
    );
    expect(name).toMatch(/^01890a5dac96-[0-9A-Z]{13}$/);
    expect(storedName({ recording: name, part: 1 })).toBe(`${name}.pcap.gz`);
  });

  it.each([
    [1, '42.31.70.01890a5dac96-ABC.pcap', 'capture/31/70/01890a5dac96-ABC.pcap.gz'],
    [2, '42.31.70.01890a5dac96-ABC-2.pcap', 'capture/31/70/01890a5dac96-ABC-2.pcap.gz'],
    [120, '42.31.70.01890a5dac96-ABC-120.pcap', 'capture/31/70/01890a5dac96-ABC-120.pcap.gz'],
  ])('of part %i are found again in the spool', (part, file, key) => {
    const name = { ...place, recording: '01890a5dac96-ABC', part };
    expect(spoolName(name)).toBe(file);
    expect(storageKey(name)).toBe(key);
    expect(parseSpoolName(file)).toEqual(name);
  });

  it.each([
    'alive',
    'x.31.70.01890a5dac96-ABC.pcap',
    'x3.31.70.01890a5dac96-ABC.pcap',
    '3.31.70.01890a5dac96-ABC.pcap.gz',
    '3.31.70.01890a5dac9-ABC.pcap',
    '3.31.70.01890a5dac96-abc.pcap',
    '3.31.70.01890a5dac96-ABC-x.pcap',
    '3.31.70.../x.pcap',
  ])('are not read from %s', (file) => expect(parseSpoolName(file)).toBeUndefined());
});
