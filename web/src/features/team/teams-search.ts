import { z } from 'zod';

/** What of the page is open, as it stands in the address; what makes no sense there counts as absent. */
export const TeamsSearch = z.object({
  /** The team whose panel is open. */
  team: z.coerce.number().int().min(1).optional().catch(undefined),
  /** An invite code from a join link; opens the dialog with it filled in. */
  code: z.coerce.string().max(256).optional().catch(undefined),
});
export type TeamsSearch = z.infer<typeof TeamsSearch>;
