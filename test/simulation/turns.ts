// The simulated PSPs ask us to wait (429), do not answer for some time, and take look-ups of keys from a small bucket of
// tokens. All draw from dice of their own.

import type { KeyBucket } from '../../lib/network/key-bucket.ts';
import { makeDice } from './dice.ts';
import { running } from './lambda.ts';
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

/** The functions that ask the PSP for people. */
const people = ['administer', 'desk'];

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
  const silenceDice = makeDice(seed ^ 0x5117);
  const share = isQuiet ? 0 : dice.pick([0, 0.02, 0.1]);
  const busy = new Map<string, number>();
  const learned = new Map<string, Learned>();
  const levels = new Map<string, { tokens: number; at: number }>();
  const silentShare = isQuiet ? 0 : silenceDice.pick([0, 0.03, 0.1]);
  const silentUntil = new Map<string, number>();
  /** Silences that the service has stored, with its tries since, and the requests that it has sent although it knew. */
  const known = new Map<string, { at: number; tries: number; sent: number }>();
  const counted = { busy: 0, misses: 0, refused: 0, silences: 0, tries: 0 };

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

    /**
     * A request of ours begins. I67: it must not, if the service has known for long that the PSP wants none. I69: while
     * the service knows that the PSP does not answer, each request is a stored try.
     */
    begin(place: string, asked: Asked): void {
      const busy = learned.get(`${place} ${asked}`);
      const now = scheduler.now();
      if (busy && now > busy.at + learnedMs && now < busy.until - skewMs)
        fail('I67', `${place} is asked to ${asked}, ${(busy.until - now) / 1_000} s before it wants to be`);
      const silence = known.get(place);
      // A preflight looks up keys, and people end payments: they wait for nothing. A request to a PSP's API may need
      // several calls.
      if (people.includes(running()?.functionKey ?? '')) return;
      if (isBehindPsp || !silence || asked === 'resolve' || now < silence.at + learnedMs) return;
      silence.sent += 1;
      if (silence.sent > silence.tries)
        fail('I69', `${place} does not answer, and gets ${silence.sent} requests in ${silence.tries} tries`);
    },

    /** Returns whether a PSP does not answer now. */
    isSilent(place: string): boolean {
      const now = scheduler.now();
      const until = silentUntil.get(place) ?? 0;
      if (until > now) return true;
      if (!isOn() || !silenceDice.chance(silentShare)) return false;
      silentUntil.set(place, now + silenceDice.pick([20_000, 300_000, 3_600_000]));
      scheduler.note(`  ${place} does not answer any more`);
      return true;
    },

    /** Notes what the service has stored about a PSP. */
    noteWrite({ Key, ExpressionAttributeValues: values = {} }: Input): void {
      const [, place] = /^psp#([^#]+)$/.exec(Key?.id?.S ?? '') ?? [];
      if (place === undefined) return;
      if (values[':set_silentSince']) {
        known.set(place, { at: scheduler.now(), tries: 0, sent: 0 });
        counted.silences += 1;
      } else if (values[':set_probe']) {
        counted.tries += 1;
        const silence = known.get(place);
        if (silence) silence.tries += 1;
      } else if (values[':set_heard']) known.delete(place);
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
