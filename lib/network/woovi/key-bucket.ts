// Reads the bucket of tokens from which Woovi takes look-ups of PIX keys. Woovi names its numbers in its guide (key
// tokens in documented.json): a payment gives back two tokens, a key that does not exist costs twenty.

import * as z from 'zod';
import type { KeyBucket } from '../key-bucket.ts';
import type { CallPsp } from '../psp-client.ts';

const told = z.object({
  tokens: z.number().nonnegative(),
  maxTokens: z.number().positive(),
  refreshRate: z.number().positive(),
});

export const makeWooviKeyBucket = (call: CallPsp): KeyBucket => ({
  usual: { capacity: 500, perMinute: 20 },
  async read() {
    const answer = await call({ method: 'GET', path: '/api/v1/pix-keys/tokens' });
    const { data } = told.safeParse(answer.body);
    if (answer.status !== 200 || !data) return undefined;
    return { tokens: data.tokens, capacity: data.maxTokens, perMinute: data.refreshRate };
  },
});
