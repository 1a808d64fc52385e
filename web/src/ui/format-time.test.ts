import { describe, expect, it } from 'vitest';
import { languageTags } from '../i18n/languages';
import { formatTime } from './format-time';

describe('a short time', () => {
  it.each(languageTags)('is written in %s as that language writes hours and minutes', (language) => {
    const at = new Date(2026, 10, 3, 4, 5).getTime();
    const clock = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    expect(formatTime(at, 'short', language).split(' ')[1]).toBe(clock.format(at));
  });

  it('has the day in the order of the language, and midnight as 00', () => {
    const at = new Date(2026, 10, 3, 0, 0).getTime();
    expect(formatTime(at, 'short', 'en-US')).toBe('11/3 00:00');
    expect(formatTime(at, 'short', 'de-DE')).toBe('03.11 00:00');
    expect(formatTime(at, 'short', 'id-ID')).toBe('3/11 00.00');
  });
});
