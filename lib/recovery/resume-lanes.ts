// Due rows of kinds whose index `pending` has shards: chargebacks and deliveries.

import type { Core } from '../med-case/deps.ts';
import type { DueKey, Listing } from '../platform/due.ts';
import { lanesOf, type WorkKind } from '../platform/open-work.ts';
import { choose, hasTimeToList, type Limits, type Result, resumeEach, type Work } from './resume-rows.ts';

type Laned = { lane: string };

type LanedWork<Key, Row> = Omit<Work<Key, Row>, 'aboutKey' | 'laneOf'> & {
  kind: WorkKind;
  listDue: (listing: Listing) => Promise<(Key & DueKey)[]>;
};

export async function resumeLanes<Key, Row extends { dueAt?: string; resumes: number }>(
  deps: Core,
  limits: Limits,
  work: LanedWork<Key, Row>,
): Promise<Result[]> {
  const lanes = await Promise.all(lanesOf(work.kind).map((lane) => listLane(deps, limits, lane, work)));
  const failed = lanes.flatMap((due): Result[] => (due ? [] : ['failed']));
  const due = lanes.flatMap((keys = []) => keys);
  const chosen = choose(deps, due, ({ account }) => account, limits.perRun);
  const laned: Work<Key & Laned, Row> = {
    ...work,
    aboutKey: ({ lane }) => ({ lane }),
    laneOf: ({ lane }) => lane,
  };
  return [...failed, ...(await resumeEach(deps, limits, chosen, due.length, laned))];
}

async function listLane<Key, Row>(
  deps: Core,
  limits: Limits,
  lane: string,
  { listDue }: LanedWork<Key, Row>,
): Promise<(Key & DueKey & Laned)[] | undefined> {
  const hasTime = () => hasTimeToList(limits);
  try {
    const keys = await listDue({ lane, now: deps.now().toISOString(), most: limits.perLane, hasTime });
    return keys.map((key) => ({ ...key, lane }));
  } catch (error) {
    deps.log.error('due work could not be listed', { lane }, error);
    return undefined;
  }
}
