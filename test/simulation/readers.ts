// Simulates callers who only read while other calls change data, and callers who close an account.

import { type Body, isGood, type Outcome, type Party, sourceOf } from './callers.ts';
import type { Stage } from './workload.ts';

/** Reads the statement page by page, from the newest entry to the oldest. */
export async function pageStatement(stage: Stage, party: Party): Promise<void> {
  const { world } = stage;
  const { dice, mirror } = world;
  for (let walks = 0; walks < 2; walks++) {
    await stage.rest(5_000, 60_000);
    const place = dice.pick(party.accounts);
    const account = `${place.branch}#${place.number}`;
    const known = new Set([...(mirror.entries.get(account)?.values() ?? [])].map(({ seq }) => seq));
    let path: string | undefined =
      `/v3/account-statements/${place.branch}/${place.number}?start=2020-01-01&end=2099-12-31&limit=${dice.between(1, 6)}`;
    const codes: number[] = [];
    let before: string | undefined;
    while (path) {
      const page: Outcome = await persistRead(stage, party, path);
      if (!isGood(page)) return;
      const own = codesOf(page.body);
      if (before !== undefined && dice.chance(0.3)) await checkWayBack(stage, party, page.body, before);
      codes.push(...own);
      before = String(own);
      path = pathOf(page.body.next);
    }
    if (new Set(codes).size !== codes.length)
      mirror.fail('I24', `an entry of ${account} stands on two pages`);
    for (const seq of known)
      if (!codes.includes(seq)) mirror.fail('I24', `entry ${seq} of ${account} is on no page`);
  }
}

const codesOf = ({ results }: Body): number[] => results.map(({ code }: Body) => Number(code));
const pathOf = (url: string | null): string | undefined => url?.replace(/^https:\/\/[^/]+/, '');

/** Checks that the previous page is the page from which the reader came, even if entries were written since. */
async function checkWayBack(stage: Stage, party: Party, { previous }: Body, before: string): Promise<void> {
  const back = await persistRead(stage, party, pathOf(previous) ?? '');
  if (isGood(back) && String(codesOf(back.body)) !== before)
    stage.world.mirror.fail('I24', `the way back shows ${codesOf(back.body)}, it was ${before}`);
}

/** Reads the feed from its beginning to its end. The numbers must have no gaps. */
export async function pageFeed(stage: Stage, party: Party): Promise<void> {
  const { world } = stage;
  const { dice, mirror } = world;
  await stage.rest(10_000, 90_000);
  const place = dice.pick(party.accounts);
  let after = 0;
  for (;;) {
    const query = new URLSearchParams({
      ...sourceOf(place),
      after: String(after),
      limit: String(dice.between(1, 10)),
    });
    const page = await persistRead(stage, party, `/v3/events?${query}`);
    if (!isGood(page) || page.body.results.length === 0) return;
    for (const { sequence } of page.body.results) {
      if (sequence !== after + 1) mirror.fail('I24', `event ${sequence} follows ${after}`);
      after = sequence;
    }
  }
}

/**
 * Reads all cashouts of a company, or those of one status, page by page. None may appear twice, and the newest must
 * come first.
 */
export async function pageCashouts(stage: Stage, party: Party): Promise<void> {
  const { dice, mirror } = stage.world;
  for (let walks = 0; walks < 2; walks++) {
    await stage.rest(10_000, 80_000);
    const of = dice.pick([
      '',
      '&awaiting=approval',
      '&status=PROCESSING',
      '&status=CANCELLED',
      '&min_amount=1',
    ]);
    const seen: { id: number; created_at: string }[] = [];
    let path: string | undefined = `/v3/cashouts?limit=${dice.between(1, 6)}${of}`;
    while (path) {
      const page: Outcome = await persistRead(stage, party, path);
      if (!isGood(page)) return;
      seen.push(...page.body.results);
      path = pathOf(page.body.next);
    }
    if (new Set(seen.map(({ id }) => id)).size !== seen.length)
      mirror.fail('I24', `a cashout of ${party.name} stands on two pages`);
    const isOrdered = seen.every(({ created_at: at }, index) => at <= (seen[index - 1]?.created_at ?? at));
    if (!isOrdered) mirror.fail('I24', `the cashouts of ${party.name} are in no order`);
  }
}

async function persistRead({ callers }: Stage, party: Party, path: string): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await callers.call(party, 'GET', path);
    if (outcome.kind === 'answer' || attempt === 5) return outcome;
  }
}

/** Sometimes closes an account while payments are in progress. */
export async function close(stage: Stage, party: Party): Promise<void> {
  const { callers, world } = stage;
  if (!world.dice.chance(0.25)) return;
  await stage.rest(30_000, 90_000);
  await callers.sandbox('POST', '/sandbox/accounts/close', sourceOf(world.dice.pick(party.accounts)));
}
