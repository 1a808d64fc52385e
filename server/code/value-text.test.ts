import { describe, expect, it } from 'vitest';
import { memberName, memberPaths } from './member-paths';
import { type ValueWords, valueText } from './value-text';

const words: ValueWords = {
  none: '(empty)',
  is: (field, value) => `${field} ${value ? 'on' : 'off'}`,
  time: (at) => new Date(at).toISOString(),
  points: (value) => `${value} points`,
  name: (member) => member.toUpperCase(),
  word: (field, value) => (field === 'category' ? value.toUpperCase() : value),
};

describe('the text of a value', () => {
  it.each([
    ['content', '"First\\nSecond"', 'First\nSecond'],
    ['content', '""', '(empty)'],
    ['next', 'null', '(empty)'],
    ['category', '"Web"', 'WEB'],
    ['tags', '["easy","rev"]', 'easy\nrev'],
    ['tags', '[]', '(empty)'],
    ['isEnabled', 'true', 'isEnabled on'],
    ['deadlineUtc', '0', '1970-01-01T00:00:00.000Z'],
    ['end', '1000', '1970-01-01T00:00:01.000Z'],
    ['originalScore', '400', '400 points'],
    ['bloodBonusPoints', '[30,20,10]', '30 points\n20 points\n10 points'],
    ['bloodBonus', '52459530', '5 % · 3 % · 1 %'],
    ['cpuCount', '5', '0.5'],
    ['minScoreRate', '0.255', '25.5 %'],
    ['submissionLimit', '0', '0'],
    ['requires', '{"count":1,"keys":["web/kettle","a"],"lockedShown":false}', 'web/kettle\na\nCOUNT: 1'],
    ['requires', '{"count":null,"keys":[],"lockedShown":false}', '(empty)'],
    [
      'hintList',
      '[{"content":"Look","cost":20,"releaseUtc":null,"title":""},{"content":"Up","cost":0,"releaseUtc":0,"title":"When"}]',
      'Look · COST: 20\nWhen · Up',
    ],
    [
      'containerOptions',
      '{"ports":[{"name":"ssh","port":22},{"port":80}],"sharing":"onDemand"}',
      'PORTS: ssh · PORT: 22, PORT: 80\nSHARING: onDemand',
    ],
  ])('of %s %s', (field, json, text) => {
    expect(valueText(field, json, words)).toBe(text);
  });
});

describe('the place of a member', () => {
  it.each([
    ['originalScore', false, 'value', ['value', 'extra.initial']],
    ['tags.2', false, '2', ['tags.2', 'vexil.tags.2']],
    ['end', true, 'endTime', ['endTime']],
    ['title', true, 'title', ['title', 'vexil.title']],
    ['title', false, 'name', ['name']],
    [
      'containerImage',
      false,
      'image',
      ['vexil.container.image', 'image', 'container.containerImage', 'containers.main.image'],
    ],
  ])('of %s, where it is of the game: %s', (field, isGame, name, paths) => {
    expect([memberName(field, isGame), memberPaths(field, isGame)]).toEqual([name, paths]);
  });
});
