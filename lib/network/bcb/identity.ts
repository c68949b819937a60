// Names our account at a PSP with the Central Bank's Pix API. The API has no call that names an account. But a PSP shows
// the callback of a key only to the account that has the key, and a paying account needs a callback.

import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { CallPsp } from '../psp-client.ts';

const registered = z.object({ chave: z.string() });

/** Returns a digest of our key, which is confidential, or undefined if the PSP does not show the key as ours. */
export async function readIdentity(call: CallPsp, key: string): Promise<string | undefined> {
  const { status, body } = await call({ method: 'GET', path: `/v2/webhook/${encodeURIComponent(key)}` });
  // After these, the same request may succeed. They do not tell whose the key is.
  if (status >= 500 || status === 408 || status === 429)
    throw new Error(`the PSP does not answer about our key: ${status}`);
  const read = status === 200 ? registered.safeParse(body) : undefined;
  if (read?.data?.chave !== key) return undefined;
  return `key ${createHash('sha256').update(key).digest('hex').slice(0, 8)}`;
}
