// Simulates money that comes in and goes back: payers of QR codes, chargebacks by account owners, returns by receivers,
// and reports to the network's directory.

import { cents } from '../../lib/base/money.ts';
import { centsOf } from './border.ts';
import { isGood, type Party, type Place, sourceOf } from './callers.ts';
import { repeatNotice, tellReturn } from './notices.ts';
import { uuid } from './payers.ts';
import { say } from './rulers.ts';
import type { Code, Stage } from './workload.ts';

export async function receive(stage: Stage, party: Party): Promise<void> {
  const { callers, world } = stage;
  const { dice } = world;
  for (let left = dice.between(2, 4); left > 0; left--) {
    const place = dice.pick(party.accounts);
    const inHouse = dice.chance(0.3) ? dice.pick(dice.pick(stage.parties).accounts) : undefined;
    const name = dice.pick([
      'Joana Prado',
      'rejected@sandbox.pix',
      'ag13@sandbox.pix',
      'slow@sandbox.pix',
      'unknown@sandbox.pix',
    ]);
    const payer = { name, ...(inHouse ? { branch: inHouse.branch, number: inHouse.number } : {}) };
    const amount = dice.between(1, 5_000) / 100;
    if (dice.chance(0.5)) await showCode(stage, party, place, dice.between(1, 3_000) / 100);
    const outcome = await callers.sandbox('POST', '/sandbox/pix-in', { ...sourceOf(place), amount, payer });
    if (isGood(outcome)) {
      const { qr_code_id: qrCodeId, end_to_end_id: endToEndId } = outcome.body;
      stage.codes.push({ party, place, qrCodeId, amount, endToEndId });
      if (dice.chance(0.3)) await payAgain(stage, party, payer);
      if (world.faults.strikes('notice twice')) repeatNotice(world);
    }
    await stage.rest(500, 15_000);
  }
}

/** Creates a code that a payer inside this institution can pay by copy and paste. */
export async function showCode(
  { callers, codes }: Stage,
  party: Party,
  place: Place,
  amount: number,
): Promise<void> {
  const outcome = await callers.sandbox('POST', '/sandbox/qr-codes', { ...sourceOf(place), amount });
  if (!isGood(outcome)) return;
  const { qr_code_id: qrCodeId, copy_and_paste: text } = outcome.body;
  codes.push({ party, place, qrCodeId, amount, text });
}

/** Pays a code once more that was paid before and perhaps charged back. */
async function payAgain({ callers, world, codes }: Stage, party: Party, payer: object): Promise<void> {
  const { dice } = world;
  const { place, qrCodeId } = dice.pick(codes.filter((one) => one.party === party));
  const amount = dice.between(1, 5_000) / 100;
  await callers.sandbox('POST', '/sandbox/pix-in', {
    ...sourceOf(place),
    amount,
    payer,
    qr_code_id: qrCodeId,
  });
}

export async function chargeBack(stage: Stage, party: Party): Promise<void> {
  const { dice } = stage.world;
  for (let left = dice.between(2, 5); left > 0; left--) {
    await stage.rest(2_000, 30_000);
    const own = stage.codes.filter((one) => one.party === party);
    if (own.length === 0) continue;
    // Two chargebacks at once change the balance of the same account.
    const paidOutside = own.filter(({ isPaidOutside }) => isPaidOutside);
    const chosen = paidOutside.length > 0 && dice.chance(0.7) ? paidOutside : own;
    const some = dice.shuffle(chosen).slice(0, dice.pick([1, 1, 2]));
    await Promise.all(some.map((code) => giveBack(stage, code)));
  }
}

async function giveBack(stage: Stage, { party, qrCodeId, amount }: Code): Promise<void> {
  const { callers, world } = stage;
  const { dice } = world;
  const information = `${party.taint}-${dice.hex(10)}`;
  const content = {
    qr_code_id: qrCodeId,
    amount: dice.chance(0.3) ? amount : dice.between(1, dice.pick([500, 3_000])) / 100,
    information,
  };
  const key = dice.chance(0.6) ? uuid(stage) : undefined;
  const path = '/v2/finance/chargebacks-pix-copy-and-paste/';
  const ask = async () => {
    for (let attempt = 1; ; attempt++) {
      const outcome = await callers.call(party, 'POST', path, content, key);
      if (outcome.kind === 'answer' || !key || attempt === 4) return outcome;
      await stage.rest(100, 5_000);
    }
  };
  const [outcome] = await Promise.all(dice.chance(0.3) ? [ask(), ask()] : [ask()]);
  if (outcome && isGood(outcome)) await callers.call(party, 'GET', `${path}status?id=${outcome.body.id}`);
}

/** Returns money as receivers do: all of it or a part, for transfers that have settled or are about to settle. */
export async function returnMoney(stage: Stage, _party: Party): Promise<void> {
  const { callers, world } = stage;
  const { dice, mirror } = world;
  for (let left = dice.between(1, 3); left > 0; left--) {
    await stage.rest(10_000, 60_000);
    const settled = [...mirror.statuses].filter(
      ([, status]) => status === 'SUCCESS' || (status === 'PROCESSING' && dice.chance(0.1)),
    );
    if (settled.length === 0) continue;
    const [id] = dice.pick(settled);
    const part = dice.chance(0.4) ? { amount: dice.between(1, 300) / 100 } : {};
    await callers.sandbox('POST', '/sandbox/refunds', { transaction_id: id, ...part });
    if (world.faults.strikes('notice twice')) repeatNotice(world);
  }
}

export async function report(stage: Stage, party: Party): Promise<void> {
  const { callers, world } = stage;
  const { dice } = world;
  await stage.rest(10_000, 60_000);
  const own = stage.codes
    .filter((one) => one.party === party && one.endToEndId !== undefined)
    .map(({ endToEndId = '', place }) => ({ endToEndId, place }));
  const credited = new Set(
    [...world.mirror.entries.values()].flatMap((all) => [...all.values()].map((one) => one.identification)),
  );
  const paid = world.border.paid.flatMap(({ endToEndId, chave }) => {
    if (!credited.has(endToEndId)) return [];
    const place = party.accounts.find(({ pixKey }) => pixKey === chave);
    return place ? { endToEndId, place } : [];
  });
  const choice = paid.length > 0 && dice.chance(0.7) ? paid : own;
  if (choice.length === 0) return;
  const { endToEndId, place } = dice.pick(choice);
  const reported = dice.pick(['blocked', 'blocked', 'free', undefined]);
  const account = `${place.branch}/${place.number}`;
  if (reported) await say(stage, account, { action: 'rule reported-money', more: { reported } });
  if (choice === paid && world.usesRail) return reportAtPsp(stage, party, endToEndId);
  const about = {
    end_to_end_id: endToEndId,
    transaction_depth: dice.between(0, 2),
    funds_recovery_id: uuid(stage),
  };
  const sendBack = () => dice.chance(0.4) && takeBack(stage, endToEndId);
  sendBack();
  const opened = await callers.sandbox('POST', '/sandbox/med-cases', about);
  // A payment may be reported twice.
  if (dice.chance(0.2)) await callers.sandbox('POST', '/sandbox/med-cases', about);
  sendBack();
  await callers.call(party, 'GET', '/v3/meds/?limit=10');
  await stage.rest(1_000, 20_000);
  if (!isGood(opened)) return;
  const path = `/sandbox/med-cases/${opened.body.id}`;
  const analysis_result = dice.pick(['AGREED', 'AGREED', 'DISAGREED']);
  const end = { infraction_report_status: 'CLOSED', analysis_result };
  const request = { refund_amount: dice.between(1, 300) / 100 };
  // The steps follow each other so soon that their notices may arrive in any order.
  const steps = [{ infraction_report_status: 'ACKNOWLEDGED' }, end, request, { refund_status: 'CLOSED' }];
  for (const progress of steps.slice(0, dice.between(1, steps.length))) {
    await callers.sandbox('PUT', path, progress);
    sendBack();
    if (world.faults.strikes('notice twice')) repeatNotice(world);
  }
  await callers.call(party, 'GET', `/v3/meds/${opened.body.id}`);
}

/** Has a PSP report a payment that it has received. The company gives its defence, perhaps two at once. */
async function reportAtPsp(stage: Stage, party: Party, endToEndId: string): Promise<void> {
  const { callers, world } = stage;
  const { dice, border, reports } = world;
  const at = border.receivedAt(endToEndId);
  const payment = border.paid.find((one) => one.endToEndId === endToEndId);
  if (!at || !payment) return;
  const id = reports.open(at, endToEndId, dice.between(1, centsOf(payment)));
  const defend = () => {
    const content = { position: dice.pick(['contest', 'accept']), text: `${party.taint}-${dice.hex(6)}` };
    return callers.call(party, 'POST', `/v3/meds/${id}/defence`, content);
  };
  for (let left = dice.between(2, 5); left > 0; left--) {
    // The company gives no defence before the service has read the report.
    void world.lambda.invoke('pollNetwork', {});
    await stage.rest(10_000, dice.pick([60_000, 400_000]));
    await Promise.all(dice.chance(0.3) ? [defend(), defend()] : [defend()]);
  }
  await callers.call(party, 'GET', `/v3/meds/${id}`);
}

/**
 * Returns a payment without a request, as the network does: now, or on the day on which the period to contest changed.
 */
function takeBack({ world }: Stage, endToEndId: string): void {
  const { dice, scheduler } = world;
  const change = Date.UTC(2026, 8, 1, 3);
  const at = new Date(dice.pick([scheduler.now(), change, change - 1])).toISOString();
  tellReturn(world, {
    endToEndId,
    returned: {
      returnId: `D60701190${at.slice(0, 16).replace(/[-T:]/g, '')}${dice.hex(11)}`,
      amountCents: cents(dice.between(1, 500)),
      nature: dice.pick(['MED_FRAUDE', 'MED_FRAUDE', 'MED_OPERACIONAL', undefined]),
      at,
    },
  });
}
