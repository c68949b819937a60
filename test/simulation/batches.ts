// Simulates a company that pays in batches. It sends the same batch twice, approves it with the right and with a wrong
// digest, stops it at any moment, resumes it, and retries what was not paid. It pays the same payroll again, also twice
// at once, and parts with somebody who approves.

import { type Body, isGood, type Outcome, type Party, type Place, sourceOf } from './callers.ts';
import { dismiss } from './dismissals.ts';
import { persist, uuid } from './payers.ts';
import { say } from './rulers.ts';
import type { Stage } from './workload.ts';

const looksMost = 60;

export async function payInBatches(stage: Stage, party: Party): Promise<void> {
  const { dice } = stage.world;
  await setRules(stage, party);
  for (let left = dice.between(1, 3); left > 0; left--) {
    const content = makeBatch(stage, party);
    const key = uuid(stage);
    const wish = { path: '/v3/batches', content };
    const other = dice.chance(0.2) ? { ...wish, content: { ...content, name: 'other' } } : wish;
    const outcomes = await Promise.all([
      persist(stage, party, wish, key),
      ...(dice.chance(0.4) ? [persist(stage, party, other, key)] : []),
    ]);
    const made = outcomes.find(isGood);
    if (made) await Promise.all([accompany(stage, party, made.body.id), part(stage, party)]);
    // The payroll of the next month, which somebody sends twice.
    const next = made && dice.chance(0.4) ? [uuid(stage), uuid(stage)] : [];
    await Promise.all(
      next.map(async (again) => {
        const sent = await persist(stage, party, wish, again);
        if (isGood(sent)) await accompany(stage, party, sent.body.id, 0);
      }),
    );
    await stage.rest(100, 20_000);
  }
}

/** Sets rules that need two approvals and hold duplicates. */
async function setRules(stage: Stage, party: Party): Promise<void> {
  const [{ branch, number }] = party.accounts as [Place, ...Place[]];
  const account = `${branch}/${number}`;
  const bands = [{ from: '0.01', needed: 2 }];
  const rule = { within_hours: 720, action: 'hold' };
  if (stage.world.dice.chance(0.3)) await say(stage, account, { action: 'rule approvals', more: { bands } });
  if (stage.world.dice.chance(0.3)) await say(stage, account, { action: 'rule duplicates', more: { rule } });
}

async function part(stage: Stage, party: Party): Promise<void> {
  const { dice } = stage.world;
  if (!dice.chance(0.15)) return;
  await stage.rest(1_000, 60_000);
  await dismiss(stage, party, dice.pick(party.accounts));
}

function makeBatch({ world: { dice }, keys }: Stage, party: Party): Body {
  const from = dice.pick(party.accounts);
  const most = dice.pick([300, 5_000]);
  const lines = Array.from({ length: dice.pick([1, 4, 8, 14]) }, (_, index) => ({
    line_id: `line-${index}`,
    amount: dice.between(1, most) / 100,
    key: dice.pick(['fulano@example.com', 'maria@example.com', 'fails@sim.pix', 'unknown@sandbox.pix']),
    tag: `${party.taint}-${dice.hex(6)}`,
    // This line sometimes has the idempotency key of another payout.
    ...(keys.length > 0 && dice.chance(0.05) ? { idempotency_key: keys.pop() } : {}),
  }));
  const cents = lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  return { ...sourceOf(from), total_lines: lines.length, total_amount: cents / 100, lines };
}

/**
 * Reads a batch again and again, and approves, stops, resumes or retries it as people do.
 * @param retries the maximum length of a chain of retries
 */
async function accompany(stage: Stage, party: Party, id: string, retries = 2): Promise<void> {
  const { dice, scheduler } = stage.world;
  const stops = dice.chance(0.3) ? dice.between(0, 12) : looksMost;
  for (let look = 0; look < looksMost; look++) {
    // The pauses are long enough for any world, because a batch that is not read is never approved, resumed or retried.
    await scheduler.sleep(dice.between(500, 6_000) * (1 + look / 10));
    const seen = await stage.callers.call(party, 'GET', `/v3/batches/${id}`);
    if (!isGood(seen)) continue;
    const { status, content_digest } = seen.body;
    if (status === 'FINISHED') return retry(stage, party, seen.body, retries);
    if (['REFUSED', 'CANCELLED', 'EXPIRED'].includes(status)) return;
    if (look === stops) await stop(stage, party, id);
    else if (status === 'AWAITING_APPROVAL') await approve(stage, party, id, content_digest);
    else if (status === 'PAUSED' && dice.chance(0.5))
      await decide(stage, { ...party, ...dice.pick([party, ...party.colleagues]) }, id, 'resume', {
        content_digest,
      });
  }
}

/** Retries the unpaid lines, sometimes with two calls at once. */
async function retry(stage: Stage, party: Party, { id, counts }: Body, more: number): Promise<void> {
  const { dice } = stage.world;
  const unpaid = [counts.failed, counts.cancelled, counts.not_started];
  const sumOf = (name: 'lines' | 'amount') => unpaid.reduce((sum, one) => sum + one[name] * 100, 0) / 100;
  if (more === 0 || sumOf('lines') === 0 || dice.chance(0.2)) return;
  const content = { id, total_lines: sumOf('lines'), total_amount: Math.round(sumOf('amount') * 100) / 100 };
  const wish = { path: `/v3/batches/${id}/retry`, content };
  const outcomes = await Promise.all(
    Array.from({ length: dice.chance(0.4) ? 2 : 1 }, () => persist(stage, party, wish, uuid(stage))),
  );
  await Promise.all(outcomes.filter(isGood).map(({ body }) => accompany(stage, party, body.id, more - 1)));
}

async function stop(stage: Stage, party: Party, id: string): Promise<void> {
  const wrong = { reason: 'Wrong month' };
  // Somebody who has captured the stop sends it as other decisions before it takes effect.
  for (const other of ['resume', 'approve'])
    if (isGood(await decide(stage, party, id, other, wrong)))
      stage.world.mirror.fail('I54', `the stop of batch ${id} decides ${other}`);
  const stopped = await decide(stage, party, id, 'stop', wrong);
  if (isGood(stopped)) stage.world.mirror.stopped.add(id);
}

async function approve(stage: Stage, party: Party, id: string, content_digest: string): Promise<void> {
  const { dice } = stage.world;
  const colleague = dice.pick(party.colleagues);
  const wrong = dice.chance(0.2)
    ? decide(stage, party, id, 'approve', { content_digest: '0'.repeat(64) })
    : undefined;
  const refused = await wrong;
  if (refused && isGood(refused)) stage.world.mirror.fail('I54', `batch ${id} is approved by another digest`);
  await Promise.all([
    decide(stage, party, id, 'approve', { content_digest }),
    ...(colleague && dice.chance(0.5)
      ? [decide(stage, { ...party, ...colleague }, id, 'approve', { content_digest })]
      : []),
  ]);
}

const decide = (stage: Stage, party: Party, id: string, what: string, more: object = {}): Promise<Outcome> =>
  stage.callers.call(party, 'POST', `/v3/batches/${id}/${what}`, { id, ...more });
