import { defaultParseSearch } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { flag, int, listOf, oneOf, searchOf, text } from './search-params';

const read = searchOf({
  q: text(5),
  page: int(1),
  change: int(),
  sort: oneOf(['score', 'last']),
  unsolved: flag,
  compare: listOf(int(1), 3),
});
const from = (address: string) => read(defaultParseSearch(address));

describe('searchOf', () => {
  it('reads every kind of member', () => {
    expect(from('?q=left&page=2&change=-3&sort=last&unsolved=true&compare=[1,2]')).toEqual({
      q: 'left',
      page: 2,
      change: -3,
      sort: 'last',
      unsolved: true,
      compare: [1, 2],
    });
  });

  it('leaves out what is absent, and members that it does not know', () => {
    expect(from('?utm_source=mail&__proto__=1')).toStrictEqual({});
    expect(read({})).toStrictEqual({});
  });

  it.each([
    ['a text that is too long', '?q=sixsix'],
    ['a text made of several', '?q=a&q=b'],
    ['a number below the least', '?page=0'],
    ['a part of a number', '?page=1.5'],
    ['a number beyond what can be counted', '?page=1e300'],
    ['a word in place of a number', '?page=two'],
    ['nothing in place of a number', '?page='],
    ['a boolean in place of a number', '?page=true'],
    ['a name that is not of the list', '?sort=Score'],
    ['a name that every object has', '?sort=toString'],
    ['a text in place of a boolean', '?unsolved=yes'],
    ['a list that is too long', '?compare=[1,2,3,4]'],
    ['a list with something wrong in it', '?compare=[1,0]'],
    ['one value in place of a list', '?compare=1'],
    ['an object', '?q={"a":1}&page={}&sort={}&unsolved={}&compare={}'],
    ['null', '?q=null&page=null&sort=null&unsolved=null&compare=null'],
  ])('counts %s as absent', (_, address) => {
    expect(from(address)).toEqual({});
  });

  it('names what makes no sense, so that it can be laid over the address', () => {
    expect(from('?page=0')).toStrictEqual({ page: undefined });
  });

  it('keeps what makes sense beside what does not', () => {
    expect(from('?q=left&page=0&sort=last')).toEqual({ q: 'left', sort: 'last' });
  });

  it('reads a text that looks like something else, and a number that is written as a text', () => {
    expect(from('?q=42&page=%2242%22')).toStrictEqual({ q: '42', page: 42 });
    expect(from('?q=true')).toStrictEqual({ q: 'true' });
    expect(from('?q=')).toStrictEqual({ q: '' });
  });
});
