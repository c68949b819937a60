// Simulates two operators who end payments without an outcome. Their evidence is what the network has done so far. One
// operator alone ends nothing, also by stating the same twice.

import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import { isForPerson } from './case.ts';
import { endToEndMs, mintedAt } from './rail-rules.ts';
import type { World } from './world.ts';

/**
 * Operators in a hurry state an outcome of every payment in progress. A payment that the network has not taken may
 * still arrive there, so it must not end.
 */
export async function endInHaste(world: World): Promise<void> {
  if (!world.usesRail) return;
  for (const cashout of await listHeld(world)) {
    const payment = paymentOf(world, cashout);
    // A document with another amount is no evidence of this payment.
    if (payment && payment.order.amountCents !== cashout.request.amountCents) continue;
    const call = { ...outcomeOf(world, cashout), cashout: String(cashout.id), document: 'mail' };
    const isTaken = payment !== undefined;
    // What people have stated as paid, nobody removes afterwards.
    world.ownFaults?.keep(String(cashout.id));
    for (const by of ['Olga', 'Otto']) {
      const { state } = await say(world, { ...call, by });
      if (state === 'ended' && !isTaken && !isOver(world, cashout))
        world.mirror.fail('I58', `${cashout.id} is ended, but the network may still take it`);
    }
  }
}

/** Ends every payment that waits for a person. Each can be ended. */
export async function endWaiting(world: World): Promise<void> {
  const { config, mirror } = world;
  const incidents = new Set((await scan(world, config.INCIDENTS_TABLE)).map(({ id }) => id));
  for (const cashout of await listHeld(world)) {
    if (!isForPerson(world, (name) => incidents.has(name), cashout.id)) continue;
    // People end a payment that the PSP does not know only when the network would take it no more.
    if (!isOver(world, cashout)) world.scheduler.jump(endToEndMs + 60_000);
    const cancelled = isOver(world, cashout) ? { cancelled_at_psp: 'too old for the network' } : {};
    const call = { ...outcomeOf(world, cashout), cashout: String(cashout.id), document: 'letter' };
    const statement = call.action === 'cashout fail' ? { ...call, ...cancelled } : call;
    for (const by of ['Olga', ' olga']) {
      const { status } = await say(world, { ...statement, by });
      if (status !== 'PROCESSING') mirror.fail('I58', `${cashout.id} is ${status} by one operator`);
    }
    const answer = await say(world, { ...statement, by: 'Otto' });
    if (answer.state !== 'ended')
      mirror.fail('I58', `two operators cannot end ${cashout.id}: ${JSON.stringify(answer)}`);
  }
}

async function scan({ engine }: World, TableName: string) {
  return (await engine.document.send(new ScanCommand({ TableName }))).Items ?? [];
}

/** Returns the payments in progress, in the order of their ids. */
async function listHeld(world: World): Promise<Cashout[]> {
  const cashouts = (await scan(world, world.config.CASHOUTS_TABLE)) as Cashout[];
  return cashouts
    .filter(({ status, reservedAt }) => status === 'PROCESSING' && reservedAt)
    .sort((one, other) => one.id - other.id);
}

const paymentOf = ({ rail }: World, { id }: Cashout) =>
  [...rail.payments.values()].find(({ order }) => order.reference === String(id));

/** Returns whether the network takes the payment no more. */
const isOver = ({ scheduler }: World, { endToEndId = '' }: Cashout): boolean =>
  scheduler.now() - mintedAt(endToEndId) > endToEndMs;

/** Returns what the network has done so far. */
function outcomeOf(world: World, cashout: Cashout) {
  const paid = paymentOf(world, cashout);
  return paid?.verdict === 'settled'
    ? { action: 'cashout settle', end_to_end_id: paid.endToEndId, reason: 'paid' }
    : { action: 'cashout fail', reason: 'not paid' };
}

async function say({ lambda }: World, call: object): Promise<Record<string, unknown>> {
  const invoked = await lambda.invoke('administer', call);
  return invoked.kind === 'answered' ? (invoked.result as Record<string, unknown>) : { state: invoked.kind };
}
