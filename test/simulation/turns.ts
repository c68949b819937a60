// The simulated PSPs ask us to wait (429), and take look-ups of keys from a small bucket of tokens. Both draw from dice of
// their own.

import type { KeyBucket } from '../../lib/network/key-bucket.ts';
import { makeDice } from './dice.ts';
import type { Scheduler } from './scheduler.ts';
import type { Call } from './wire.ts';

type Asked = 'resolve' | 'send' | 'find';
type Input = Call['input'];

/** A request to wait, as the service has stored it. */
type Learned = { at: number; until: number };

/** Other containers read the row at most fifteen seconds later; clocks differ, and a request takes its time. */
const learnedMs = 30_000;
const skewMs = 5_000;
const bucket = { capacity: 120, perMinute: 20 } as const;
const [hit, miss] = [1, 20];

type Options = {
  scheduler: Scheduler;
  seed: number;
  /** Whether no faults happen by themselves. */
  isQuiet: boolean;
  /** Returns whether faults happen now. */
  isOn: () => boolean;
  /** Whether the PSP may refuse a look-up, because answers of the tables get lost. */
  mayRunOut: boolean;
  /** Whether the PSP's own answers are between the network and the service. Then they say it (psp-rail.ts). */
  isBehindPsp: boolean;
  fail: (invariant: string, what: string) => void;
};

export type Turns = ReturnType<typeof makeTurns>;

export function makeTurns({ scheduler, seed, isQuiet, isOn, mayRunOut, isBehindPsp, fail }: Options) {
  const dice = makeDice(seed ^ 0x75);
  const share = isQuiet ? 0 : dice.pick([0, 0.02, 0.1]);
  const busy = new Map<string, number>();
  const learned = new Map<string, Learned>();
  const levels = new Map<string, { tokens: number; at: number }>();
  const counted = { busy: 0, misses: 0, refused: 0 };

  function level(place: string) {
    const now = scheduler.now();
    const { tokens, at } = levels.get(place) ?? { tokens: bucket.capacity, at: now };
    const back = ((now - at) * bucket.perMinute) / 60_000;
    const next = { tokens: Math.min(bucket.capacity, tokens + back), at: now };
    levels.set(place, next);
    return next;
  }

  return {
    counted,

    /** I67: a request of ours begins. It must not, if the service has known for long that the PSP wants none. */
    begin(place: string, asked: Asked): void {
      const known = learned.get(`${place} ${asked}`);
      const now = scheduler.now();
      if (known && now > known.at + learnedMs && now < known.until - skewMs)
        fail('I67', `${place} is asked to ${asked}, ${(known.until - now) / 1_000} s before it wants to be`);
    },

    /** Notes what the service has stored about a PSP. */
    noteWrite({ Key, ExpressionAttributeValues: values = {} }: Input): void {
      const [, place] = /^psp#([^#]+)$/.exec(Key?.id?.S ?? '') ?? [];
      if (place === undefined) return;
      for (const asked of ['resolve', 'send', 'find'] as const) {
        const until = Date.parse(values[`:set_${asked}After`]?.S ?? '');
        if (until > 0) learned.set(`${place} ${asked}`, { at: scheduler.now(), until });
      }
    },

    /** Returns the answer of a PSP that wants to be asked later. */
    answer(place: string, asked: Asked): { kind: 'unknown'; busySeconds: number } | undefined {
      const busySeconds = isBehindPsp ? undefined : this.busySeconds(place, asked);
      return busySeconds === undefined ? undefined : { kind: 'unknown', busySeconds };
    },

    /** Returns for how many seconds a PSP wants no request of a kind; undefined if it takes them. */
    busySeconds(place: string, asked: Asked): number | undefined {
      const kind = `${place} ${asked}`;
      const now = scheduler.now();
      if (isOn() && (busy.get(kind) ?? 0) < now && dice.chance(share))
        busy.set(kind, now + dice.pick([2_000, 30_000, 120_000, 900_000]));
      const until = busy.get(kind) ?? 0;
      if (until <= now) return undefined;
      counted.busy += 1;
      scheduler.note(`  ${place} is busy: ${asked}`);
      return Math.ceil((until - now) / 1_000);
    },

    /** I68: takes the tokens of a look-up. @returns the refusal, if there are too few */
    lookUp(place: string, isFound: boolean): { kind: 'unknown'; busySeconds: number } | undefined {
      const now = level(place);
      if (now.tokens < miss) {
        counted.refused += 1;
        if (!mayRunOut) fail('I68', `${place} has ${now.tokens} tokens, and is asked for a key`);
        return { kind: 'unknown', busySeconds: 60 };
      }
      if (!isFound) counted.misses += 1;
      now.tokens -= isFound ? hit : miss;
      return undefined;
    },

    notePaid(place: string): void {
      level(place).tokens += 2;
    },

    keyBucket: (
      place: string,
      ask: (tell: () => ReturnType<KeyBucket['read']>) => Promise<unknown>,
    ): KeyBucket => ({
      usual: bucket,
      read: () =>
        ask(async () => ({ ...bucket, tokens: Math.floor(level(place).tokens) })) as ReturnType<
          KeyBucket['read']
        >,
    }),
  };
}
