/** Where `challenge.yml` and `game.yml` say what the server calls by this name; the first is the usual place. */
const ofChallenge: Record<string, string> = {
  ...{ title: 'name', content: 'description', connection: 'connection_info', hintList: 'hints', isEnabled: 'state' },
  customCategory: 'category',
  ...{ requires: 'requirements', attachments: 'files', releaseUtc: 'scheduled_at', submissionLimit: 'attempts' },
  ...{
    deadlineUtc: 'vexil.deadline',
    originalScore: 'value extra.initial',
    minimumScore: 'extra.minimum vexil.scoring.minimum',
  },
  ...{ curve: 'extra.function vexil.scoring.curve type', decay: 'extra.decay vexil.scoring.decay' },
  ...{ minScoreRate: 'vexil.scoring.minRate', difficulty: 'vexil.scoring.difficulty' },
  ...{
    containerImage: 'vexil.container.image image container.containerImage containers.main.image',
    memoryLimit: 'vexil.container.memoryLimit',
  },
  ...{ cpuCount: 'vexil.container.cpuCount', storageLimit: 'vexil.container.storageLimit' },
  ...{ exposePort: 'vexil.container.exposePort', networkMode: 'vexil.container.networkMode' },
};
const ofGame: Record<string, string> = {
  ...{ start: 'startTime', end: 'endTime', writeupRequired: 'writeup.required', writeupNote: 'writeup.note' },
  writeupDeadline: 'writeup.deadline vexil.writeupDeadline',
};

export function memberPaths(field: string, isGame: boolean): string[] {
  const [member = '', ...inner] = field.split('.');
  const known = (isGame ? ofGame : ofChallenge)[member] ?? `${member} vexil.${member}`;
  return known.split(' ').map((path) => [path, ...inner].join('.'));
}

/** `value` for `originalScore`. */
export const memberName = (field: string, isGame: boolean): string =>
  memberPaths(field, isGame)[0]?.split('.').at(-1) ?? field;
