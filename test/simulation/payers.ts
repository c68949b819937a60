// Simulates payers who send money with and without idempotency keys, again after no answer, twice at once, and with
// another body under the same key. It also simulates two approvers who see the same list.

import { generateSync } from 'otplib';
import { cents } from '../../lib/base/money.ts';
import { formatBrCode } from '../../lib/network/br-code.ts';
import { txidOf } from '../../lib/qr-code/qr-code.ts';
import { codeAt } from '../support/br-codes.ts';
import { type Body, isGood, type Outcome, type Party, type Place, sourceOf } from './callers.ts';
import type { Stage } from './workload.ts';

type Wish = { path: string; content: Body };

export async function pay(stage: Stage, party: Party): Promise<void> {
  const { dice } = stage.world;
  let last: Wish | undefined;
  for (let left = dice.between(3, 7); left > 0; left--) {
    // Sometimes the same payout is sent a second time by mistake.
    const wish = last && dice.chance(0.2) ? anew(stage, party, last) : makeWish(stage, party);
    last = wish;
    const key = dice.chance(0.8) ? pickKeyOfCall(stage) : undefined;
    const outcome = await ask(stage, party, wish, key);
    await followUp(stage, party, wish, key, outcome);
    await stage.rest(100, 20_000);
  }
}

const anew = ({ world: { dice } }: Stage, { taint }: Party, { path, content }: Wish): Wish => ({
  path,
  content: { ...content, tag: `${taint}-${dice.hex(10)}` },
});

/**
 * Returns an idempotency key. Sometimes it was used before for another transfer, perhaps of another account or company.
 */
function pickKeyOfCall(stage: Stage): string {
  const { world, keys } = stage;
  if (keys.length > 0 && world.dice.chance(0.15)) return world.dice.pick(keys);
  const key = uuid(stage);
  keys.push(key);
  return key;
}

async function ask(stage: Stage, party: Party, wish: Wish, key: string | undefined): Promise<Outcome> {
  const { dice } = stage.world;
  const way = key ? dice.weighted({ once: 6, twice: 3, changed: 2 }) : 'once';
  if (way === 'once') return persist(stage, party, wish, key);
  const other =
    way === 'twice' ? wish : { ...wish, content: { ...wish.content, amount: wish.content.amount + 1 } };
  const [outcome] = await Promise.all([persist(stage, party, wish, key), persist(stage, party, other, key)]);
  return outcome;
}

/** Sends a payout and repeats it until an answer comes, if it has an idempotency key. */
export async function persist(
  stage: Stage,
  party: Party,
  wish: Wish,
  key: string | undefined,
): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await create(stage, party, wish, key);
    if (outcome.kind === 'answer' || !key || attempt === 5) return outcome;
    await stage.rest(50, 4_000);
  }
}

async function create(
  { callers, world }: Stage,
  party: Party,
  { path, content }: Wish,
  key: string | undefined,
): Promise<Outcome> {
  if (path !== '/create-manual-transfer') return callers.call(party, 'POST', path, content, key);
  const epoch = Math.floor(world.scheduler.now() / 1000);
  const code = world.dice.chance(0.1) ? '000000' : generateSync({ secret: party.mfaSecret, epoch });
  const send = (body: Body, under: string | undefined) =>
    callers.call(party, 'POST', path, { ...body, mfa_code: code }, under, party.webToken);
  // Each attempt has a tag of its own, because the same payout with a new one-time code is another transfer.
  const other = { ...content, tag: `${content.tag}-again-${world.scheduler.steps()}` };
  // The same code is sent for two transfers. At most one of them may be made.
  const [outcome] = await Promise.all([
    send(content, key),
    ...(world.dice.chance(0.3) ? [send(other, undefined)] : []),
  ]);
  return outcome;
}

async function followUp(stage: Stage, party: Party, wish: Wish, key: string | undefined, outcome: Outcome) {
  const { callers, world } = stage;
  if (!isGood(outcome)) return;
  const { id, status } = outcome.body;
  if (status === 'NEW' && world.dice.chance(0.85)) stage.unapproved.push({ party, id });
  await stage.rest(0, 60_000);
  if (world.dice.chance(0.5)) await callers.call(party, 'GET', `/v3/cashouts/${id}`);
  if (key && world.dice.chance(0.4)) await create(stage, party, wish, key);
  if (key && world.dice.chance(0.2)) {
    const query = new URLSearchParams({ ...sourceOf(placeOf(party, wish)), idempotency_key: key });
    await callers.call(party, 'GET', `/v3/cashouts?${query}`);
  }
}

export async function approve(stage: Stage, party: Party): Promise<void> {
  const seen = new Set<number>();
  for (let round = 0; round < 25; round++) {
    await stage.rest(500, 8_000);
    const open = stage.unapproved.filter((one) => one.party === party && !seen.has(one.id));
    for (const { id } of open) {
      seen.add(id);
      await decide(stage, party, id);
    }
  }
}

/** Approves or rejects a cashout. Most cashouts are approved, some are rejected, and for some both happen at once. */
async function decide({ callers, world: { dice } }: Stage, party: Party, id: number): Promise<void> {
  const approver = { ...party, ...dice.pick([party, ...party.colleagues]) };
  const approveIt = () =>
    callers.call(approver, 'POST', dice.pick(['/approve-cashout', '/approve-cashout-manual']), { id });
  const rejectIt = () =>
    callers.call(party, 'POST', `/v3/cashouts/${id}/reject`, { id, reason: `${party.taint} says no` });
  const way = dice.weighted({ approve: 12, reject: 2, both: 1 });
  for (let attempt = 1; attempt <= 4; attempt++) {
    const outcomes = await Promise.all([
      ...(way === 'reject' ? [] : [approveIt()]),
      ...(way === 'approve' ? [] : [rejectIt()]),
    ]);
    const isHeard = outcomes.every(({ kind }) => kind === 'answer');
    // If others must approve the cashout too, an impatient approver sends the approval again.
    const isOpen = outcomes.some((outcome) => isGood(outcome) && outcome.body.status === 'NEW');
    if (isHeard && !(isOpen && dice.chance(0.3))) return;
  }
}

function makeWish(stage: Stage, party: Party): Wish {
  const { dice } = stage.world;
  const from = dice.pick(party.accounts);
  const tag = `${party.taint}-${dice.hex(10)}`;
  const amount = dice.between(1, dice.pick([100, 3_000, 12_000])) / 100;
  const common = { ...sourceOf(from), amount, tag };
  const ahead = dice.chance(0.15) ? { scheduled_for: soon(stage) } : {};
  const way = dice.weighted({ key: 5, manual: 3, code: 2, dynamic: 2, web: 1 });
  if (way === 'key') {
    const path = dice.pick([
      '/create-cashout',
      '/create-cashout-self-approve',
      '/create-cashout-self-approve',
    ]);
    return { path, content: { ...common, ...ahead, key: pickKey(stage) } };
  }
  if (way === 'dynamic') {
    const content = { ...common, ...dynamicCode(stage, amount) };
    return { path: '/create-copy-and-paste-transfer', content };
  }
  if (way === 'code') {
    const path = '/create-copy-and-paste-transfer';
    const shown = stage.codes.filter(({ text }) => text !== undefined);
    if (shown.length === 0 || dice.chance(0.4))
      return { path, content: { ...common, copy_and_paste: codeOf(stage, amount) } };
    const code = dice.pick(shown);
    return { path, content: { ...common, amount: code.amount, copy_and_paste: code.text } };
  }
  const path =
    way === 'web'
      ? '/create-manual-transfer'
      : dice.pick(['/create-cashout-manual', '/create-cashoutmanual-self-approve']);
  return { path, content: { ...common, ...ahead, ...pickBank(stage) } };
}

/** Returns an instant within the run. */
const soon = ({ world: { dice, scheduler } }: Stage) =>
  new Date(scheduler.now() + dice.between(20_000, 900_000)).toISOString();

const placesOf = ({ parties }: Stage): Place[] => parties.flatMap(({ accounts }) => accounts);
const placeOf = ({ accounts }: Party, { content }: Wish) =>
  accounts.find(({ number }) => number === content.source_account_number) as Place;

function pickKey(stage: Stage): string {
  const { dice } = stage.world;
  const inHouse = dice.pick(placesOf(stage)).pixKey;
  const words = ['unknown', 'slow', 'timeout', 'am04', 'ds04', 'ab09'].map((word) => `${word}@sandbox.pix`);
  return dice.weighted({ in: 3, out: 5, odd: 3 }) === 'in'
    ? inHouse
    : dice.pick([
        'fulano@example.com',
        'fails@sim.pix',
        'refused@sim.pix',
        'nobody@example.com',
        'maria@example.com',
        ...words,
      ]);
}

/**
 * Returns the code of a charge that its issuer has just made, for a payee inside or outside this institution, or a code
 * of the sandbox.
 */
function dynamicCode({ world, ...stage }: Stage, amount: number) {
  const { dice, rail } = world;
  if (!world.usesRail) return { amount: 27.5, copy_and_paste: codeAt('sandbox.pix/cob/open') };
  const inHouse = placesOf({ world, ...stage }).map(({ pixKey }) => pixKey);
  const pixKey = dice.chance(0.2) ? dice.pick(inHouse) : dice.pick(['loja@example.com', 'fails@sim.pix']);
  return { amount, copy_and_paste: rail.charges.issue(pixKey, Math.round(amount * 100)) };
}

/** Returns a code whose payee has an account here, or a code of a stranger. */
function codeOf(stage: Stage, amount: number): string {
  const { dice } = stage.world;
  const known = stage.codes.length > 0 && dice.chance(0.3) ? dice.pick(stage.codes) : undefined;
  const pixKey = dice.chance(0.6) ? dice.pick(placesOf(stage)).pixKey : 'loja@example.com';
  const txid = known ? txidOf(known.qrCodeId) : `X${dice.hex(8)}`;
  return formatBrCode({ pixKey, amountCents: cents(Math.round(amount * 100)), name: 'LOJA', txid });
}

function pickBank(stage: Stage) {
  const { dice } = stage.world;
  const place = dice.chance(0.5) ? dice.pick(placesOf(stage)) : undefined;
  const number = place?.number ?? '123456789';
  return {
    recipient_account_branch: place?.branch ?? '0001',
    recipient_account_number: number.slice(0, -1),
    // A bank may write the same check digit in three ways.
    recipient_account_number_digit: place ? number.slice(-1) : dice.pick(['X', 'x', '0']),
    recipient_account_type: 'CURRENT_ACCOUNT',
    recipient_account_model: 'Movement',
    recipient_name: dice.pick(['Maria Silva', 'unknown@sandbox.pix', 'timeout@sandbox.pix', 'fails@sim.pix']),
    // Sometimes the caller names somebody who is not the holder.
    recipient_legal_id: place && dice.chance(0.8) ? place.legalId : '52998224725',
    recipient_instution: place ? '99999010' : '60701190',
  };
}

export function uuid({ world: { dice } }: Stage): string {
  return `${dice.hex(8)}-${dice.hex(4)}-4${dice.hex(3)}-a${dice.hex(3)}-${dice.hex(12)}`;
}
