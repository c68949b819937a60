// Simulates others outside this institution: payers who pay to keys with any text in the txid, a PSP that returns
// payments without our request, and operators who assign payments that came to a key that is not ours.

import { txidOf } from '../../lib/qr-code/qr-code.ts';
import { centsOf, type Paid } from './border.ts';
import type { Callers, Party, Place } from './callers.ts';
import { showCode } from './refunders.ts';
import type { Stage } from './workload.ts';
import type { World } from './world.ts';

export async function payFromOutside(stage: Stage, party: Party): Promise<void> {
  const { world } = stage;
  const { dice, faults, border } = world;
  for (let left = dice.between(1, 3); left > 0; left--) {
    await stage.rest(500, 30_000);
    const place = dice.pick(party.accounts);
    if (dice.chance(0.7)) await showCode(stage, party, place, dice.between(1, 3_000) / 100);
    const code = pickTxid(stage, place);
    const paid: Paid = {
      ...newPayment(world, code?.amount),
      ...keyOf(world, place),
      ...(code ? { txid: code.txid } : {}),
      devolucoes: [],
    };
    border.paid.push(paid);
    world.scheduler.note(
      `paid ${paid.endToEndId} ${paid.valor} to ${paid.chave ?? 'no key'}, ${paid.txid ?? 'no txid'}`,
    );
    // This return is so quick that the service learns of the payment together with its return.
    if (faults.strikes('return before payment')) addReturn(world, paid, 'DEVOLVIDO');
    for (let times = dice.pick([0, 1, 1, 2]); times > 0; times--) await tell(stage, paid);
  }
}

function newPayment({ scheduler, dice }: World, amount = dice.between(1, 8_000) / 100) {
  const horario = new Date(scheduler.now()).toISOString();
  const endToEndId = `E60701190${horario.slice(0, 16).replace(/[-T:]/g, '')}${dice.hex(11)}`;
  return { endToEndId, valor: amount.toFixed(2), horario, pagador: { nome: 'Rita Moura' } };
}

function keyOf({ dice, faults }: World, place: Place): { chave?: string } {
  if (!faults.strikes('key of nobody')) return { chave: place.pixKey };
  return dice.chance(0.6) ? { chave: `${dice.hex(6)}@elsewhere.example` } : {};
}

/** Chooses the txid as a payer may do: a code of the payee, a code of somebody else, or any text. */
function pickTxid({ world, codes }: Stage, { number }: Place): { txid: string; amount?: number } | undefined {
  const { dice, faults } = world;
  const foreign = codes.filter(({ place }) => place.number !== number);
  if (foreign.length > 0 && faults.strikes('foreign txid')) {
    const { qrCodeId, amount } = dice.pick(foreign);
    return { txid: txidOf(qrCodeId), amount };
  }
  const own = codes.filter(({ place, text }) => place.number === number && text !== undefined);
  if (own.length > 0 && dice.chance(0.8)) {
    const code = dice.pick(own);
    const { qrCodeId, amount } = code;
    code.isPaidOutside = true;
    return { txid: txidOf(qrCodeId), ...(dice.chance(0.8) ? { amount } : {}) };
  }
  return dice.chance(0.5) ? { txid: `PEDIDO${dice.hex(6)}` } : undefined;
}

/**
 * Sends the callback. It contains the payment as the PSP shows it. If the service can ask the PSP itself, the callback
 * may also be false.
 */
async function tell({ callers, world }: Stage, paid: Paid): Promise<void> {
  const { dice, faults, border, usesRail } = world;
  if (usesRail && border.isSilentAbout(paid)) return;
  const lies = usesRail && faults.strikes('callback lies');
  const shown = border.show(paid);
  const lie = { ...shown, valor: '7000.00', txid: `QR${dice.between(1, 9_999)}`, devolucoes: [] };
  await callers.network({ pix: [lies ? lie : shown] });
}

/**
 * Reports payments once more until each is accepted, because a PSP repeats its callbacks for days. If there are lists,
 * they must tell of the other payments.
 */
export async function tellAll({ border, usesRail, mirror }: World, callers: Callers): Promise<void> {
  for (const paid of border.paid) {
    if (usesRail && !border.leftOut.has(paid) && isOnlyListed(paid)) continue;
    const outcome = await callers.network({ pix: [border.show(paid)] });
    if (outcome.status !== 200) mirror.fail('I25', `the callback of ${paid.endToEndId} is ${outcome.status}`);
  }
}

const isOnlyListed = ({ endToEndId }: Paid) => endToEndId.charCodeAt(30) % 2 === 0;

function addReturn({ dice, scheduler, border }: World, paid: Paid, status: string): void {
  const left = centsOf(paid) - paid.devolucoes.reduce((sum, one) => sum + centsOf(one), 0);
  if (left <= 0) return;
  const cents = dice.chance(0.6) ? left : dice.between(1, left);
  // Some returns look like a chargeback of ours.
  const id = dice.chance(0.3) ? String(dice.between(1, 999_999_999)) : `MED${dice.hex(10)}`;
  const rtrId = `D60701190${paid.endToEndId.slice(9, 21)}${dice.hex(11)}`;
  scheduler.note(`return ${rtrId} of ${cents} of ${paid.endToEndId}: ${status}`);
  if (status === 'DEVOLVIDO') border.returnedAt.set(rtrId, scheduler.now());
  paid.devolucoes.push({
    id,
    rtrId,
    valor: (cents / 100).toFixed(2),
    natureza: dice.pick(['MED_FRAUDE', 'MED_OPERACIONAL', 'ORIGINAL']),
    status,
  });
}

/** Returns payments as a PSP does on its own, at once or after some time. */
export async function takeBack(stage: Stage, _party: Party): Promise<void> {
  const { dice, faults, border, scheduler } = stage.world;
  for (let left = 3; left > 0; left--) {
    await stage.rest(10_000, 60_000);
    if (border.paid.length === 0 || !faults.strikes('return unasked')) continue;
    const waiting = border.paid.filter(isWaiting);
    const paid = dice.pick(waiting.length > 0 && dice.chance(0.4) ? waiting : border.paid);
    addReturn(stage.world, paid, dice.pick(['DEVOLVIDO', 'DEVOLVIDO', 'EM_PROCESSAMENTO']));
    if (dice.chance(0.7)) await tell(stage, paid);
    await stage.rest(1_000, 30_000);
    for (const one of paid.devolucoes) {
      if (one.status !== 'EM_PROCESSAMENTO') continue;
      one.status = dice.pick(['DEVOLVIDO', 'NAO_REALIZADO']);
      if (one.status === 'DEVOLVIDO') border.returnedAt.set(one.rtrId, scheduler.now());
    }
    if (dice.chance(0.7)) await tell(stage, paid);
  }
}

/** Returns whether the payment was made to a key that is not ours, so that it waits for a person. */
const isWaiting = ({ chave = '' }: Paid) => !/^[0-9a-f-]{36}$/.test(chave);

/** Assigns a waiting payment to one of the party's accounts, as an operator does. */
export async function assign(stage: Stage, party: Party): Promise<void> {
  const { world } = stage;
  const { dice, border, lambda } = world;
  for (let left = 2; left > 0; left--) {
    await stage.rest(30_000, 90_000);
    const waiting = border.paid.filter(isWaiting);
    if (waiting.length === 0 || dice.chance(0.3)) continue;
    const { endToEndId } = dice.pick(waiting);
    const { branch, number } = dice.pick(party.accounts);
    const event = {
      action: 'payment assign',
      by: 'operator',
      payment: endToEndId,
      account: `${branch}/${number}`,
    };
    border.assigned.set(endToEndId, [...(border.assigned.get(endToEndId) ?? []), `${branch}#${number}`]);
    for (let attempt = 1; attempt <= 4; attempt++) {
      const invoked = await lambda.invoke('administer', event);
      if (invoked.kind === 'answered') break;
    }
  }
}
