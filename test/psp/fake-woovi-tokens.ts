// The tokens for look-ups at the fake Woovi, after its guide (docs/payment/pix-key-token-bucket.md): a key that exists
// costs one token, a key that does not exist twenty, a paid key gives two back. Below twenty tokens nothing is looked
// up, and nothing is paid that names a key or a code. The fake caches no key that exists, so it is dearer than Woovi.

import { answerOf } from '../../tools/psp-documents.ts';
import type { PspReply } from './fake-psp.ts';

const [hit, miss, least, paid, cachedMs] = [1, 20, 20, 2, 300_000];

export type WooviTokens = {
  max: number;
  perMinute: number;
  /** Tokens at `at` (ms since 1970). */
  left: number;
  at: number;
};

export function makeFakeTokens(bucket: WooviTokens, now: () => Date) {
  const missed = new Map<string, number>();
  const counted = { hits: 0, misses: 0, refused: 0 };
  const time = () => now().getTime();
  function left(): number {
    const back = (Math.max(0, time() - bucket.at) * bucket.perMinute) / 60_000;
    bucket.left = Math.min(bucket.max, bucket.left + back);
    bucket.at = time();
    return bucket.left;
  }
  const change = (tokens: number) => {
    bucket.left = Math.min(bucket.max, Math.max(0, left() + tokens));
  };
  return {
    counted,
    left,
    /** Returns the refusal, if there are too few tokens. */
    refusal(): PspReply | undefined {
      if (left() >= least) return undefined;
      counted.refused += 1;
      return answerOf('woovi', 'find key', 'TOO_MANY_REQUESTS');
    },
    note(key: string, isFound: boolean): void {
      if (isFound) {
        counted.hits += 1;
        change(-hit);
        return;
      }
      if ((missed.get(key) ?? Number.NEGATIVE_INFINITY) > time() - cachedMs) return;
      missed.set(key, time());
      counted.misses += 1;
      change(-miss);
    },
    notePaid: () => change(paid),
    tell(): PspReply {
      const tokens = Math.floor(left());
      const nextRefresh = new Date(time() + 60_000).toISOString();
      const tokensAfterRefresh = Math.min(bucket.max, tokens + bucket.perMinute);
      const told = { tokens, nextRefresh, maxTokens: bucket.max, tokensAfterRefresh };
      return { status: 200, body: { ...told, refreshRate: bucket.perMinute } };
    },
  };
}
