// Checks three things: the events of an account add up to its statement, all ids in them belong to the account, and a
// QR code is paid with exactly the amount that it asks for.

import type { Cashout } from '../../lib/cashout/cashout.ts';
import type { Chargeback } from '../../lib/chargeback/chargeback.ts';
import type { PaymentReceived } from '../../lib/network/event.ts';
import type { QrCode } from '../../lib/qr-code/qr-code.ts';
import { isGood } from './callers.ts';
import { type Case, entriesIn, groupBy, rowsOf } from './case.ts';
import { feedsOf, keyOf } from './check-events.ts';

const entriesOf = ({ stored }: Case) => groupBy(entriesIn(stored), ({ account }) => account);

/**
 * Checks that each entry is reported by one event. The opening credit has no event, because nobody can listen before
 * the account exists.
 */
export function checkMovements(judged: Case): void {
  const { fail } = judged;
  const feeds = feedsOf(judged);
  const statements = entriesOf(judged);
  for (const account of new Set([...feeds.keys(), ...statements.keys()])) {
    const told = new Map<number, string>();
    for (const { id, types, body } of feeds.get(account) ?? []) {
      const { movement } = JSON.parse(body);
      if (!movement && types.includes('CASHIN')) fail('I34', `${id} is a CASHIN of no money`);
      if (!movement) continue;
      if (told.has(movement.code)) fail('I34', `${account}: entry ${movement.code} is told again by ${id}`);
      const { credit_or_debit, transaction_type, amount } = movement;
      told.set(movement.code, `${credit_or_debit} ${transaction_type} ${Math.round(amount * 100)}`);
    }
    for (const { seq, direction, type, amountCents } of statements.get(account) ?? []) {
      const is = type === 'PIX_CREDIT_IN_ACCOUNT' ? undefined : `${direction} ${type} ${amountCents}`;
      if (told.get(seq) !== is)
        fail('I34', `${account}: entry ${seq} is ${is}, and told as ${told.get(seq)}`);
      told.delete(seq);
    }
    for (const [code, what] of told) fail('I34', `${account} is told of an entry ${code}, ${what}`);
  }
}

/** Returns the contract's human-readable code of an id. This file computes it itself, without the service's code. */
function codeOf(id: number): string {
  const digits = id.toString(36).toUpperCase().padStart(12, '0');
  return `PX-${digits.slice(0, 4)}-${digits.slice(4, 8)}-${digits.slice(8)}`;
}

/** Checks that every id in an entry or event belongs to that account, and so to no other. */
export function checkIds(judged: Case): void {
  const { stored, fail } = judged;
  const own = ownIds(judged);
  const nothing = new Set<number>();
  const codes = groupBy(rowsOf<QrCode>(stored, 'QrCodesTable'), ({ account }) => keyOf(account));
  const check = (account: string, where: string, id?: number, code?: string, qrCodeId?: number) => {
    const ids = own.get(account) ?? nothing;
    if (id !== undefined && !ids.has(id))
      fail('I35', `${where} of ${account} names ${id}, which is not its own`);
    if (code !== undefined && (id === undefined || code !== codeOf(id)))
      fail('I35', `${where} of ${account} has the code ${code} beside ${id}`);
    if (qrCodeId !== undefined && !codes.get(account)?.some((one) => one.id === qrCodeId))
      fail('I35', `${where} of ${account} names the QR code ${qrCodeId} of another`);
  };
  for (const [account, entries] of entriesOf(judged))
    for (const { seq, transactionId, codeTransaction, qrCodeId } of entries)
      check(account, `entry ${seq}`, transactionId, codeTransaction, qrCodeId);
  for (const [account, feed] of feedsOf(judged)) {
    for (const { id, body } of feed) {
      const { transaction_id, code_transaction, qr_code_id } = JSON.parse(body).data;
      // A MED case of the directory has an id of its own.
      if (id.startsWith('med-')) continue;
      check(account, id, transaction_id ?? undefined, code_transaction ?? undefined, qr_code_id ?? undefined);
      const named = /^(?:cashout|cashin|chargeback|payment)-(\d+)-/.exec(id)?.[1];
      if (named !== undefined) check(account, id, Number(named));
    }
  }
}

function ownIds({ stored, fail }: Case): Map<string, Set<number>> {
  const own = new Map<string, Set<number>>();
  const owners = new Map<number, string>();
  const add = (account: { branch: string; number: string } | undefined, id: number | undefined) => {
    if (!account || id === undefined) return;
    const key = keyOf(account);
    if ((owners.get(id) ?? key) !== key) fail('I35', `${id} is given to ${owners.get(id)} and to ${key}`);
    owners.set(id, key);
    own.set(key, (own.get(key) ?? new Set()).add(id));
  };
  for (const { id, account, recipient, receipt } of rowsOf<Cashout>(stored, 'CashoutsTable')) {
    add(account, id);
    add(recipient?.ownAccount, receipt?.transactionId);
  }
  for (const { id, status, account } of rowsOf<Chargeback>(stored, 'ChargebacksTable'))
    if (status) add(account, id);
  type Marker = { payment?: PaymentReceived & { payerTransactionId?: number } };
  for (const { payment } of rowsOf<Marker>(stored, 'MarkersTable')) {
    add(payment?.account, payment?.transactionId);
    add(payment?.payer.account, payment?.payerTransactionId);
  }
  return own;
}

/**
 * Checks that the amount requested when a code was created is the amount that was paid. Exactly one entry names the
 * code as paid.
 */
export function checkCodes(judged: Case): void {
  const { callers, stored, fail } = judged;
  const asked = new Map<number, number>();
  for (const { path, asked: content, outcome } of callers.history) {
    const isMade = path === '/sandbox/qr-codes' || (path === '/sandbox/pix-in' && !content.qr_code_id);
    if (isMade && isGood(outcome)) asked.set(outcome.body.qr_code_id, Math.round(content.amount * 100));
  }
  const credits = entriesIn(stored).filter(
    ({ type, qrCodeId }) => type === 'PIX_CASHIN' && qrCodeId !== undefined,
  );
  const byCode = groupBy(credits, ({ qrCodeId }) => String(qrCodeId));
  for (const { id, status, valueCents } of rowsOf<QrCode>(stored, 'QrCodesTable')) {
    const amounts = (byCode.get(String(id)) ?? []).map(({ amountCents }) => amountCents);
    const wanted = asked.get(id) ?? valueCents;
    if (valueCents !== wanted) fail('I37', `QR code ${id} asks for ${wanted}, and is worth ${valueCents}`);
    if (String(amounts) !== String(status === 'ACTIVE' ? [] : [wanted]))
      fail('I37', `QR code ${id} asks for ${wanted}, is ${status}, and was paid ${amounts.join(' and ')}`);
  }
}
