// Checks that every event was reported once, to the account that it concerns, and with the right type.

import type { Cashout } from '../../lib/cashout/cashout.ts';
import type { Chargeback } from '../../lib/chargeback/chargeback.ts';
import { type Case, groupBy, rowsOf } from './case.ts';
import { eventsIn, type StoredEvent } from './feeds.ts';
import { payersIdOf, readNotices } from './notices.ts';

type Ref = { branch: string; number: string };
/**
 * `types` are the types of the contract in alphabetical order. This file derives them itself, without the service's
 * code.
 */
type Expected = { types: string[]; about: number; amountCents: number; status?: string };

export const keyOf = ({ branch, number }: Ref) => `${branch}#${number}`;

/** Returns the events by account, in no particular order. */
export function feedsOf({ stored, fail }: Case): Map<string, StoredEvent[]> {
  const events = eventsIn(stored, (what) => fail('I19', what));
  return groupBy(events, ({ account }) => account);
}

export function checkEvents(judged: Case): void {
  const { fail } = judged;
  const feeds = feedsOf(judged);
  for (const [account, feed] of feeds) {
    const sequences = feed.map(({ sequence }) => sequence).sort((one, other) => one - other);
    if (sequences.some((sequence, index) => sequence !== index + 1))
      fail('I19', `the feed of ${account} has gaps`);
    if (new Set(feed.map(({ id }) => id)).size !== feed.length)
      fail('I19', `the feed of ${account} tells something twice`);
  }
  checkNumbers(judged, feeds);
  const expected = expectedEvents(judged);
  const kinds = /^(cashout|cashin|chargeback|payment)-/;
  // Events of imposed entries are compared with the PSP's own books (check-border.ts).
  const imposed = /-(returned|overdrawn)-D/;
  for (const account of new Set([...expected.keys(), ...feeds.keys()])) {
    const told = (feeds.get(account) ?? []).filter(({ id }) => kinds.test(id) && !imposed.test(id));
    const due = expected.get(account) ?? new Map<string, Expected>();
    for (const id of due.keys())
      if (!told.some((event) => event.id === id)) fail('I18', `${account} is not told of ${id}`);
    for (const event of told) {
      const wanted = due.get(event.id);
      if (wanted) checkContent(judged, event, wanted);
      else fail('I19', `${account} is told of ${event.id}, which has not happened`);
    }
  }
}

/** Checks that a cashout's row stores the numbers of its events. The timeline uses them to find the deliveries. */
function checkNumbers({ stored, fail }: Case, feeds: Map<string, StoredEvent[]>): void {
  const numbers = new Map([...feeds.values()].flat().map(({ id, sequence }) => [id, sequence]));
  for (const cashout of rowsOf<Cashout>(stored, 'CashoutsTable')) {
    const told = changesOf(cashout).filter(({ types }) => types.length > 0);
    const due = told.map(({ change }) => `${change} ${numbers.get(`cashout-${cashout.id}-${change}`)}`);
    const own = Object.entries(cashout.feed ?? {}).map(([change, number]) => `${change} ${number}`);
    if (String(own.sort()) !== String(due.sort()))
      fail('I18', `cashout ${cashout.id} has the numbers ${own} of its events ${due}`);
  }
}

function checkContent({ fail }: Case, { id, type, types, body }: StoredEvent, wanted: Expected): void {
  const { data, ...head } = JSON.parse(body);
  const sorted = String([...types].sort());
  const due = String([...new Set([...wanted.types, ...movedTypes(head.movement)])].sort());
  if (sorted !== due) fail('I18', `${id} goes to ${sorted}, not to ${due}`);
  if (head.id !== id || head.type !== type || String([...head.types].sort()) !== sorted)
    fail('I20', `${id} calls itself ${JSON.stringify(head)}`);
  const isRight =
    (data.transaction_id ?? data.id) === wanted.about &&
    Math.round(data.amount * 100) === wanted.amountCents &&
    (wanted.status === undefined || data.status === wanted.status);
  if (!isRight) fail('I20', `${id} tells ${body}`);
}

/**
 * Returns the types for a movement of money: CASHIN if money enters, CASHOUT if it leaves. check-movements.ts checks
 * whether the money moved.
 */
function movedTypes(movement: { credit_or_debit: string } | null): string[] {
  if (!movement) return [];
  return [movement.credit_or_debit === 'CREDIT' ? 'CASHIN' : 'CASHOUT'];
}

function expectedEvents(judged: Case): Map<string, Map<string, Expected>> {
  const { stored } = judged;
  const expected = new Map<string, Map<string, Expected>>();
  const expect = (account: Ref, id: string, event: Expected) => {
    const own = expected.get(keyOf(account)) ?? new Map<string, Expected>();
    expected.set(keyOf(account), own.set(id, event));
  };
  for (const cashout of rowsOf<Cashout>(stored, 'CashoutsTable')) {
    const { id: about, account, recipient, request, receipt } = cashout;
    const { amountCents } = request;
    const payee = recipient?.ownAccount;
    for (const { change, status, types } of changesOf(cashout)) {
      const inside = payee && ['succeeded', 'failed', 'refunded'].includes(change) ? ['INTERNAL'] : [];
      const all = [...types, ...inside].sort();
      expect(account, `cashout-${about}-${change}`, { types: all, about, amountCents, status });
      const own = { about: receipt?.transactionId ?? 0, amountCents };
      if (payee && change === 'succeeded')
        expect(payee, `cashin-${own.about}-received`, { types: ['CASHIN', 'INTERNAL'], ...own });
      if (payee && change === 'refunded')
        expect(payee, `cashin-${own.about}-returned`, { types: ['INTERNAL'], ...own });
    }
  }
  expectParts(judged, expect);
  for (const chargeback of rowsOf<Chargeback>(stored, 'ChargebacksTable')) {
    const { id: about, account, status, payment, request } = chargeback;
    if (status !== 'REJECTED' && status !== 'SUCCESS') continue;
    const { amountCents } = request;
    const payer = payment.payer.account;
    const types = payer ? ['INTEGRATION', 'INTERNAL'] : ['INTEGRATION'];
    const name = status === 'SUCCESS' ? 'succeeded' : 'rejected';
    expect(account, `chargeback-${about}-${name}`, { types, about, amountCents, status });
    if (chargeback.acceptedAt && !payer)
      expect(account, `chargeback-${about}-accepted`, { types, about, amountCents, status: 'PENDING' });
    const own = payment.cashoutId ?? payment.payerTransactionId ?? 0;
    const id = `cashin-${own}-received-${chargeback.payerCode}`;
    if (payer) expect(payer, id, { types: ['CASHIN', 'INTERNAL'], about: own, amountCents });
  }
  for (const { account, transactionId: about, amountCents, payer, endToEndId } of readNotices(judged)
    .receipts) {
    const types = payer.account ? ['CASHIN', 'INTERNAL'] : ['CASHIN'];
    expect(account, `cashin-${about}-received`, { types, about, amountCents });
    const own = payersIdOf(stored, endToEndId) ?? 0;
    if (payer.account)
      expect(payer.account, `payment-${own}-sent`, {
        types: ['CASHOUT', 'INTERNAL'],
        about: own,
        amountCents,
      });
  }
  return expected;
}

type Marker = { id: string; part?: { creditCode: number; debitCode?: number } };

/**
 * Expects an event for each return that left a part of the amount with the receiver, as its marker shows. The statement
 * is checked separately.
 */
function expectParts(judged: Case, expect: (account: Ref, id: string, event: Expected) => void): void {
  const cashouts = rowsOf<Cashout>(judged.stored, 'CashoutsTable');
  const markers = new Map(rowsOf<Marker>(judged.stored, 'MarkersTable').map(({ id, part }) => [id, part]));
  for (const { cashoutId: about, returnId } of readNotices(judged).returns) {
    const part = markers.get(`return#${returnId}`);
    const cashout = cashouts.find(({ id }) => id === about);
    if (!part || !cashout) continue;
    const { account, recipient, receipt, request } = cashout;
    const { amountCents } = request;
    const payee = recipient?.ownAccount;
    const types = payee ? ['CASHOUT', 'INTERNAL'] : ['CASHOUT'];
    const status = 'SUCCESS';
    expect(account, `cashout-${about}-returned-${part.creditCode}`, { types, about, amountCents, status });
    const own = { about: receipt?.transactionId ?? 0, amountCents };
    if (payee)
      expect(payee, `cashin-${own.about}-returned-${part.debitCode}`, { types: ['INTERNAL'], ...own });
  }
}

function changesOf(cashout: Cashout): { change: string; status: string; types: string[] }[] {
  const { status, createdAt, approvedAt, reservedAt, recipient, request, startsAt, postponedAt, retriesAt } =
    cashout;
  // If rules require further approvals, the cashout waits for them.
  const isSelfApproved =
    /self-approve|copy-and-paste|manual-transfer|batches/.test(request.endpoint) && approvedAt === createdAt;
  const step = (change: string, is: string, types: string[]) => ({ change, status: is, types });
  const success = step('succeeded', 'SUCCESS', ['CASHOUT', 'PIX_CASHOUT_SUCCESS']);
  const ends: Record<string, ReturnType<typeof step>[]> = {
    SUCCESS: [success],
    REFUNDED: [success, step('refunded', 'REFUNDED', ['CASHOUT'])],
    ERROR: [step('failed', 'ERROR', ['CASHOUT'])],
    CANCELLED: [step('cancelled', 'CANCELLED', ['CASHOUT'])],
  };
  if (startsAt) {
    const isSentBack = postponedAt !== undefined && !retriesAt;
    return [
      step('created', 'NEW', ['PIX_CASHOUT_CREATED']),
      ...(approvedAt || isSentBack ? [step('scheduled', 'NEW', ['CASHOUT'])] : []),
      ...(postponedAt ? [step('postponed', 'NEW', ['CASHOUT'])] : []),
      ...(reservedAt ? [step('approved', 'PROCESSING', [])] : []),
      ...(recipient?.ownAccount && reservedAt
        ? [step('internal_approved', 'PROCESSING', ['INTERNAL APPROVE'])]
        : []),
      ...(ends[status] ?? []),
    ];
  }
  return [
    step('created', isSelfApproved ? 'PROCESSING' : 'NEW', ['PIX_CASHOUT_CREATED']),
    ...(approvedAt && !isSelfApproved ? [step('approved', 'PROCESSING', [])] : []),
    ...(recipient?.ownAccount && reservedAt
      ? [step('internal_approved', 'PROCESSING', ['INTERNAL APPROVE'])]
      : []),
    ...(ends[status] ?? []),
  ];
}
