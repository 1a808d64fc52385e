// `challenge.yml`: the fields of ctfcli, and a block `vexil` for what it has not. `docs/challenge.schema.json` is made
// from it for editors.

import { FlagTemplate, FlagText, hintsMax, hintTitleLengthMax } from '@vexil/contract/challenge';
import { ContainerOptions } from '@vexil/contract/container-options';
import { contentLengthMax, titleLengthMax } from '@vexil/contract/game';
import { PackageChallenge, PackageGame } from '@vexil/contract/package';
import { SolverSettings } from '@vexil/contract/solver';
import { filled, text } from '@vexil/contract/wire';
import { challengeCategories, challengeTypes, flagMatches, scoreCurves } from '@vexil/db/enums/challenge';
import { staffRoles } from '@vexil/db/enums/game';
import { z } from 'zod';

const packed = PackageChallenge.shape;
const own = packed.vexil.unwrap().shape;

const points = z.int().min(0);
const Path = z.string().min(1).describe('Relative to this file, or s3://<bucket>/<prefix>/<game>/…');
const Moment = z.string().describe('ISO 8601 with offset');

const Flag = z.object({
  type: z.string().default('static').describe('static or regex'),
  content: FlagText,
  data: z.string().nullish().describe('case_insensitive, or nothing'),
  example: FlagText.optional().describe('A right answer to an expression'),
  files: z.array(Path).optional().describe('Given to the teams of this flag only'),
});

const Canary = z.object({
  content: FlagText,
  match: z.enum(flagMatches).default('Exact'),
  example: FlagText.optional(),
});

const Hint = z.object({
  content: z.string(),
  cost: points.default(0),
  title: text(hintTitleLengthMax).default(''),
  key: z.string().optional(),
  requirements: z.array(z.string()).nullish(),
  release: Moment.nullish().describe('When teams see that it exists'),
});

const VexilBlock = z.object({
  key: filled(255).optional().describe('What the repository knows it by; the folder by default'),
  type: z.enum(challengeTypes).optional(),
  category: z.enum(challengeCategories).optional().describe('Nearest of these to a category of another name'),
  deadline: Moment.nullish(),
  position: own.position,
  scoring: z
    .object({
      curve: z.enum(scoreCurves).optional(),
      minimum: points.optional(),
      decay: points.optional(),
      minRate: z.number().min(0).max(1).optional(),
      difficulty: z.number().min(0).optional(),
    })
    .optional(),
  disableBloodBonus: z.boolean().optional(),
  enableTrafficCapture: z.boolean().optional(),
  flagTemplate: FlagTemplate.nullish(),
  canaries: z.array(Canary).max(10_000).optional().describe('Wrong answers that are listed as findings'),
  container: own.container
    .unwrap()
    .extend({ image: text(512).default(''), storageLimit: points.default(256) })
    .optional(),
  containerOptions: ContainerOptions.optional(),
  readOnlyRoot: own.readOnlyRoot,
  tmpfsSize: own.tmpfsSize,
  fileName: own.fileName,
  solver: SolverSettings.optional(),
  requiredCount: z.int().min(1).optional().describe('So many of the requirements are enough'),
  links: z
    .array(z.object({ url: z.string().max(2048), name: z.string() }))
    .optional()
    .describe('Files that stay elsewhere'),
});

/** `value` counts where the curve has no `initial` of its own. */
export const challengeFile = z.object({
  name: filled(titleLengthMax),
  author: z.union([z.string(), z.array(z.string())]).nullish(),
  category: z.string().default(''),
  description: text(contentLengthMax).default(''),
  attribution: z.string().nullish(),
  value: points.optional(),
  type: z.string().default('standard').describe('standard, or dynamic with `extra`'),
  extra: z
    .looseObject({
      initial: points.optional(),
      decay: points.optional(),
      minimum: points.optional(),
      function: z.string().optional(),
    })
    .nullish(),
  image: z.string().nullish(),
  protocol: z.string().nullish(),
  host: z.string().nullish(),
  connection_info: z.string().nullish(),
  healthcheck: z.string().nullish(),
  solution: z.union([z.string(), z.looseObject({ path: z.string() })]).nullish(),
  attempts: points.default(0),
  logic: z.string().nullish(),
  flags: z.array(z.union([FlagText, Flag])).nullish(),
  files: z.array(Path).nullish(),
  topics: z.array(z.string()).nullish().describe('For staff only'),
  tags: z.array(z.string()).nullish(),
  hints: z
    .array(z.union([z.string(), Hint]))
    .max(hintsMax)
    .nullish(),
  requirements: z
    .union([
      z.array(z.string()),
      z.object({
        prerequisites: z.array(z.string()).default([]),
        anonymize: z.union([z.boolean(), z.string()]).nullish(),
      }),
    ])
    .nullish(),
  next: z.string().nullish(),
  scheduled_at: Moment.nullish(),
  module: z.string().nullish(),
  state: z.enum(['visible', 'hidden']).default('visible'),
  version: z.string().optional(),
  vexil: VexilBlock.optional(),
});
export type ChallengeFile = z.output<typeof challengeFile>;

const { divisions, posterHash: _, vexil, ...members } = PackageGame.shape;
const Division = divisions.unwrap().unwrap().omit({ challengeConfig: true });

/** `game.yml`: the members of a package's game, times as ISO 8601 with offset. */
export const gameFile = z
  .object({
    ...members,
    divisions: z.array(Division).max(1000),
    staff: z.array(z.object({ user: z.string().min(1), role: z.enum(staffRoles) })).max(1000),
    vexil: vexil.unwrap().partial(),
  })
  .partial();
