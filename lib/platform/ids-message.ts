// The message of the work queues: the ids of rows to process. The worker reads the rows.

import * as z from 'zod';

/** Most rows in one message. */
export const idsMax = 10;

/** Rows of one table. All of them belong to this account; if absent, the account is not known. */
export const idsMessage = z.object({
  version: z.literal(1),
  ids: z.array(z.int().positive()).min(1).max(idsMax),
  account: z.object({ branch: z.string(), number: z.string() }).optional(),
});

export type IdsMessage = z.infer<typeof idsMessage>;
