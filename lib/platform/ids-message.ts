// The message of the work queues: rows to work on, by id. The worker reads the rows.

import * as z from 'zod';

/** Rows in one message. */
export const idsMax = 10;

/** Rows of one table, all of this account; of any if it is not known. */
export const idsMessage = z.object({
  version: z.literal(1),
  ids: z.array(z.int().positive()).min(1).max(idsMax),
  account: z.object({ branch: z.string(), number: z.string() }).optional(),
});

export type IdsMessage = z.infer<typeof idsMessage>;
