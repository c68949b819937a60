// Sends due rows again for the kinds whose index `pending` has shards: chargebacks, deliveries, exports and batches.

import type { Base } from '../platform/deps.ts';
import type { DueKey, Listing } from '../platform/due.ts';
import { shardsOf, type WorkKind } from '../platform/open-work.ts';
import { choose, hasTimeToList, type Limits, type Result, resumeEach, type Work } from './resume-rows.ts';

type Sharded = { shard: string };

type ShardedWork<Key, Row> = Omit<Work<Key, Row>, 'aboutKey' | 'shardOf'> & {
  kind: WorkKind;
  listDue: (listing: Listing) => Promise<(Key & DueKey)[]>;
};

export async function resumeShards<Key, Row extends { dueAt?: string; resumes: number }>(
  deps: Base,
  limits: Limits,
  work: ShardedWork<Key, Row>,
): Promise<Result[]> {
  const shards = await Promise.all(shardsOf(work.kind).map((shard) => listShard(deps, limits, shard, work)));
  const failed = shards.flatMap((due): Result[] => (due ? [] : ['failed']));
  const due = shards.flatMap((keys = []) => keys);
  const chosen = choose(deps, due, ({ account }) => account, limits.perRun);
  const sharded: Work<Key & Sharded, Row> = {
    ...work,
    aboutKey: ({ shard }) => ({ shard }),
    shardOf: ({ shard }) => shard,
  };
  return [...failed, ...(await resumeEach(deps, limits, chosen, due.length, sharded))];
}

async function listShard<Key, Row>(
  deps: Base,
  limits: Limits,
  shard: string,
  { listDue }: ShardedWork<Key, Row>,
): Promise<(Key & DueKey & Sharded)[] | undefined> {
  const hasTime = () => hasTimeToList(limits);
  try {
    const keys = await listDue({ shard, now: deps.now().toISOString(), most: limits.perShard, hasTime });
    return keys.map((key) => ({ ...key, shard }));
  } catch (error) {
    deps.log.error('due work could not be listed', { shard }, error);
    return undefined;
  }
}
