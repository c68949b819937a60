// Defines the message of the work queues: the ids of rows to process. The worker reads the rows itself.

import * as z from 'zod';

/** Maximum number of rows in one message. */
export const idsMax = 10;

/** Rows of one table that all belong to one account. The account is absent if the sender does not know it. */
export const idsMessage = z.object({
  version: z.literal(1),
  ids: z.array(z.int().positive()).min(1).max(idsMax),
  account: z.object({ branch: z.string(), number: z.string() }).optional(),
});

export type IdsMessage = z.infer<typeof idsMessage>;
