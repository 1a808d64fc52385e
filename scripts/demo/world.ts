import { allPermissions } from '@vexil/db/enums/division';
import { withoutPermissions } from '@vexil/rules/permission.rules';
import type { DivisionCreateBody } from '@vexil/server/client';

export const game = {
  title: 'Saltmark Night Watch',
  summary:
    'One night in a harbour town: a porter with secrets, a museum that stays open, a foghorn that stutters. Challenges from the first cup of tea to sunrise, for teams of up to three.',
  content: `The port of **Saltmark** never sleeps, and tonight it needs a few people who do not either. The keeper has left, the
lamp is lit, and a good many things about the harbour are not as they should be. Find out what.

## How it works

1. Found a team of **one to three** people, or accept an invite, and join with the division that fits you.
2. Pick a challenge. Some come with a file, some let you start an instance of your own: an address at which something
   waits for you.
3. What you are looking for is a **flag**. Unless a challenge says otherwise it looks like this:

   \`\`\`text
   vexil{some_words_and_numbers}
   \`\`\`

## Points

A challenge is worth less the more teams solve it, for those who solved it early as well. The first three teams get a
little on top: **5 %**, **3 %** and **1 %**. Where teams have equal points, whoever had them first is ahead.

| Division | For whom | Good to know |
|---|---|---|
| **People** | everybody who plays by hand | no code needed |
| **School** | teams of one school | ask your teacher for the code; ranked overall and among schools; the first three places of a challenge go to other teams |
| **Assisted** | people who let models help them | on the same board, with a badge; tokens and tools are allowed |
| **Agents** | programs, each with an operator | a board, values and first places of their own |

## Rules

- Attack the instances that you start and the files that you are given, and nothing else: neither this platform nor the
  other teams.
- Flags belong to the team that found them. Some files differ from team to team, so **a passed-on flag is noticed**.
- Do not guess automatically. Nothing here takes more than a minute of computing once you know how.
- Hints come to everybody at the same time: watch the notices. Two challenges sell one more for points.

> The watch is friendly, keeps a log, and can be wrong. If a challenge seems broken, tell it.

Good night, and keep the lamp burning.
`,
  teamMemberCountLimit: 3,
  containerCountLimit: 3,
} as const;

const permissions = withoutPermissions(allPermissions, ['RequireReview']);
const byHand =
  'I play without programs that solve challenges for me, and give statements, files and addresses of the watch to no language model. ' +
  'The watch may ask me to show how I solved a challenge.';

export const divisions = {
  people: { name: 'People', kind: 'People', ruleText: byHand, defaultPermissions: permissions },
  school: {
    ...{ name: 'School', inviteCode: 'LAMP-OIL', kind: 'People', ruleText: byHand },
    defaultPermissions: withoutPermissions(permissions, ['GetBlood']),
  },
  assisted: {
    ...{ name: 'Assisted', kind: 'Assisted', defaultPermissions: permissions },
    ruleText:
      'I may use models and agents. I start each of them myself, read what they send, and am responsible for it.',
  },
  agents: {
    ...{ name: 'Agents', kind: 'Agents', scoresAlone: true, defaultPermissions: permissions },
    ruleText:
      'A program plays, with the tokens of this account alone. It attacks challenges and instances of the watch and nothing else.',
  },
} as const satisfies Record<string, DivisionCreateBody>;
export type DivisionKey = keyof typeof divisions;

export const welcome =
  '**Good evening, and welcome to the night watch.** The first challenges are open, the kettle is on. If this is your first competition, begin with *First Light*.';

export const lateNotice =
  'The foghorn of Grey Skerry has begun to stutter. There is a recording: *Foghorn at Four* is open now.';

/** In this order; those about containers only with a container engine. */
export const remarks: readonly { text: string; aboutContainers?: boolean }[] = [
  { text: 'Flags are compared letter by letter: `vexil{…}` with its braces.' },
  {
    text: 'Instances live for a while and can be extended shortly before they end. Please stop yours when you have the flag, so that others get one sooner.',
    aboutContainers: true,
  },
  { text: 'The answers to *Crane Number Four* and *Wish You Were Here* are limited. Count before you answer.' },
  {
    text: 'The auction house asks us to repeat that *Ledger of the Fish Auction* has a deadline. It is shown with the challenge.',
  },
  { text: 'School teams: your code opens the School division only. You are ranked among all teams and among schools.' },
  {
    text: 'Yes, *Lost Property* really gives every team a picture of its own. A flag of another team will not help you.',
  },
  { text: 'Soup is served in the canteen from one to three. Remote teams are kindly asked to imagine it.' },
  {
    text: 'If your instance does not answer, destroy it and start a new one. Nothing is lost with it.',
    aboutContainers: true,
  },
  { text: 'The harbour office confirms: *Tidal Lock* is not broken, the sea is like that.', aboutContainers: true },
  { text: 'Half of the night is over. Stretch, drink some water, look out of the window.' },
  { text: 'The watch has been asked whether the cat on the pier is part of a challenge. It is not.' },
  {
    text: 'Please do not scan the network: everything you need is behind the addresses you are given.',
    aboutContainers: true,
  },
];
