// Stores shared buckets (shared-bucket.ts): one row for a bucket and one for each company that lately took tokens. The
// rows time work. They are no evidence of anything, and an error in them heals when the bucket would be full.

import { makeMemory } from '../base/memory.ts';
import { type BucketSize, spanMs } from '../base/token-bucket.ts';
import { type Change, change } from '../platform/expression.ts';
import { rowsOf } from '../platform/rows.ts';
import type { Database } from '../platform/table.ts';
import { updateRow } from '../platform/update-row.ts';
import { type BucketLevel, bucketWait, lastWith, owed, tokensLeft } from './shared-bucket.ts';

/** Maximum number of rows that a container remembers. */
const rowsMost = 1_000;
/** Time for which a container believes a row that it has read (ms). Each write reads it anew. */
const keptMs = 3_000;
const tries = 5;
/** The condition of a row that owes nothing, or of a bucket that is full. */
const isFullNow = 'attribute_not_exists(#fullAt) OR #fullAt < :time';

/** What the PSP says of the size of its bucket, and when it was asked last (ISO, UTC). */
export type BucketRow = BucketLevel & { told?: BucketSize; askedAt?: string };

/** The tokens that a call took. */
export type Taken = { bucket: string; companyId: string; span: number };

export type Wanted = {
  /** Name of the bucket: our account at the PSP, and what is scarce. */
  bucket: string;
  companyId: string;
  size: BucketSize;
  tokens: number;
  /** Tokens that must be left for other uses. */
  leaves?: number;
  /** Tokens that must be left for each token that the company owes: 0 to 1. */
  perOwed?: number;
};

export type SharedBuckets = ReturnType<typeof makeSharedBuckets>;

export function makeSharedBuckets(db: Database) {
  const rows = rowsOf<BucketRow & { id: string }, 'id'>(db, { table: 'MARKERS_TABLE', partition: 'id' });
  const memory = makeMemory<string, BucketRow>(rowsMost);
  const idOf = (bucket: string, companyId?: string) =>
    companyId === undefined ? `psp#${bucket}` : `psp#${bucket}#${companyId}`;

  const keep = (id: string, level: BucketRow = {}): BucketRow => {
    memory.keep(id, level, db.now().getTime() + keptMs);
    return level;
  };
  const read = async (id: string): Promise<BucketRow> =>
    memory.get(id, db.now().getTime()) ?? keep(id, await rows.get({ id }));

  async function write(id: string, changes: Change) {
    const { done, row } = await updateRow(db, db.config.MARKERS_TABLE, { id }, change(changes), 'ALL_NEW');
    return { done, level: keep(id, row as BucketRow | undefined) };
  }

  /**
   * Adds to a row, unless its `fullAt` is later than `last`.
   * @param latest returns `last` as it is now; called before a write is repeated
   */
  async function add(id: string, span: number, time: number, first: number, latest?: () => Promise<number>) {
    let last = first;
    for (let attempt = 1; ; attempt++) {
      if (attempt > 1 && latest) last = Math.min(last, await latest());
      const { fullAt = 0 } = memory.get(id) ?? {};
      const isFull = fullAt < time;
      if (last < time) return { done: false, level: memory.get(id) ?? {} };
      const { done, level } = await write(
        id,
        isFull
          ? {
              set: { fullAt: time + span, open: 1 },
              when: isFullNow,
              values: { time },
            }
          : {
              add: { fullAt: span },
              count: { open: 1 },
              when: '#fullAt BETWEEN :time AND :last',
              values: { time, last },
            },
      );
      const isOver = (level.fullAt ?? 0) > last;
      if (done || isOver || attempt === tries) return { done, level };
    }
  }

  const subtract = (id: string, span: number) =>
    write(id, { add: { fullAt: -span }, count: { open: -1 }, when: 'attribute_exists(#fullAt)' });

  return {
    /** Returns a bucket, or the level of a company, at most three seconds old. */
    see: (bucket: string, companyId?: string): Promise<BucketRow> => read(idOf(bucket, companyId)),

    /** Takes tokens. @returns the seconds to wait, if too few are left for this company */
    async take({
      bucket,
      companyId,
      size,
      tokens,
      leaves = 0,
      perOwed = 1,
    }: Wanted): Promise<Taken | { waitSeconds: number }> {
      const time = db.now().getTime();
      const span = spanMs(size, tokens);
      const [whole, own] = [idOf(bucket), idOf(bucket, companyId)];
      const known = await read(whole);
      const left = tokensLeft(size, known, time);
      if (left < tokens + leaves)
        return { waitSeconds: bucketWait(known, span, lastWith(size, time, tokens + leaves), false) };
      // As below: the whole tokens of `perOwed * owes` are left.
      const ownLast = time + spanMs(size, (left - tokens - leaves + 1) / perOwed) - 1;
      const mine = await add(own, span, time, ownLast);
      if (!mine.done) return { waitSeconds: bucketWait(mine.level, span, ownLast, true) };
      const owedBy = ({ fullAt = 0 }: BucketLevel) => owed(size, { fullAt: fullAt - span }, time);
      const lastFor = (level: BucketLevel) =>
        lastWith(size, time, tokens + leaves + Math.floor(perOwed * owedBy(level)));
      const owes = owedBy(mine.level);
      const last = lastFor(mine.level);
      // Calls that took their turn later may have been faster. What they took counts, too.
      const latest = async () => lastFor(keep(own, await rows.get({ id: own })));
      const all = await add(whole, span, time, last, latest);
      if (all.done) return { bucket, companyId, span };
      await subtract(own, span);
      return { waitSeconds: bucketWait(all.level, span, last, owes > 0) };
    },

    /**
     * Puts a request at the end of its company's queue. The queue moves on as fast as tokens come back, so requests that
     * wait do not come again at the same moment.
     * @returns seconds until its turn
     */
    async queue(bucket: string, companyId: string, size: BucketSize): Promise<number> {
      const time = db.now().getTime();
      const id = `${idOf(bucket, companyId)}#queue`;
      const { level } = await add(id, spanMs(size, 1), time, Number.MAX_SAFE_INTEGER);
      return Math.max(1, Math.ceil(((level.fullAt ?? time) - time) / 1_000));
    },

    /**
     * Settles a taking, and gives the unused part back. An error is ignored, because tokens also come back with the time.
     * @param share of the tokens that is given back: 0 to 1
     */
    async settle({ bucket, companyId, span }: Taken, share: number): Promise<void> {
      const back = Math.floor(span * share);
      await Promise.allSettled([subtract(idOf(bucket), back), subtract(idOf(bucket, companyId), back)]);
    },

    /** Notes that the PSP finds the bucket empty. */
    async empty(bucket: string, size: BucketSize): Promise<void> {
      await write(idOf(bucket), {
        set: { fullAt: db.now().getTime() + spanMs(size, size.capacity), open: 0 },
      });
    },

    /** Lets one of several calls ask the PSP for its bucket. @returns whether this call may */
    async mayAsk(bucket: string, seen: string | undefined): Promise<boolean> {
      const askedAt = db.now().toISOString();
      const when = seen === undefined ? 'attribute_not_exists(#askedAt)' : '#askedAt = :seen';
      const { done } = await write(idOf(bucket), {
        set: { askedAt },
        when,
        ...(seen === undefined ? {} : { values: { seen } }),
      });
      return done;
    },

    /** Keeps the size of a bucket, as the PSP says it. */
    tell: (bucket: string, told: BucketSize) => write(idOf(bucket), { set: { told } }),

    /**
     * Corrects the bucket by a number of tokens. What was taken since the correction was computed stays taken.
     * @param tokens that are left less than was thought; negative if more are left
     */
    async correct(bucket: string, size: BucketSize, tokens: number): Promise<void> {
      const [id, time] = [idOf(bucket), db.now().getTime()];
      const span = Math.trunc((tokens * 60_000) / size.perMinute);
      const when = '#fullAt >= :time';
      const { done } = await write(id, { add: { fullAt: span }, when, values: { time } });
      if (done || span <= 0) return;
      await write(id, { set: { fullAt: time + span, open: 0 }, when: isFullNow, values: { time } });
    },
  };
}
