// Converts movements of money into and out of this institution to one form for both sides: from our entries, and from a
// PSP's lists and statement.

import type { EntryType } from '../ledger/entry.ts';
import type { ReceivedPayment, SentPayment, StatementLine } from '../network/psp-books.ts';

/**
 * The kinds of movements. `return undone`: we reversed a return that was not made. `sent undone`: the PSP reversed a
 * payment.
 */
export type MovementKind =
  | 'sent'
  | 'sent undone'
  | 'received'
  | 'return sent'
  | 'return undone'
  | 'return received';

type Movement = {
  kind: MovementKind;
  /** End-to-end id of the payment (E…), or of the return (D…). */
  id: string;
  /** Our reference, if it is known. */
  reference?: string;
  amountCents: number;
  /** Time of the movement (ISO, UTC). */
  at: string;
  /**
   * Whether the movement belongs to the compared day. Other movements are only used to find matches around midnight.
   */
  isOfDay: boolean;
};

export type OurMovement = Movement & { account: string; transactionId?: number };

export type TheirMovement = Movement & {
  /** Whether the movement is in the day's statement and therefore part of its balance. */
  isInStatement: boolean;
  pixKey?: string;
  /** End-to-end id of the returned payment. */
  endToEndId?: string;
};

/** An entry in the index `border`. `account`: key of the account. */
export type BorderEntry = {
  account: string;
  type: EntryType;
  direction: 'CREDIT' | 'DEBIT';
  amountCents: number;
  identification?: string;
  transactionId?: number;
  place?: string;
  time: string;
  seq: number;
};

/** A time range (ISO, UTC). Both ends are inclusive. */
export type Range = { from: string; to: string };

const kinds: Partial<Record<EntryType, MovementKind>> = {
  PIX_CASHOUT: 'sent',
  PIX_CASHIN: 'received',
  PIX_CHARGEBACK: 'return sent',
  PIX_CHARGEBACK_REFUND: 'return undone',
  PIX_CASHOUT_REFUND: 'return received',
};

const isWithin = (at: string, { from, to }: Range) => from <= at && at <= to;

/** Returns the movement's cents, positive for incoming money. */
export function centsOf({ kind, amountCents }: Pick<Movement, 'kind' | 'amountCents'>): number {
  return kind === 'sent' || kind === 'return sent' ? -amountCents : amountCents;
}

/** Returns a key that is the same for the same movement on both sides. */
export function keyOf({ kind, id, amountCents }: Pick<Movement, 'kind' | 'id' | 'amountCents'>): string {
  return `${kind}#${id}#${amountCents}`;
}

/**
 * Returns our movements. Entries without a movement at a PSP (an opening credit, a fee that an account bears) are
 * excluded.
 */
export function ourMovements(entries: readonly BorderEntry[], day: Range): OurMovement[] {
  return entries.flatMap(({ account, type, amountCents, identification, transactionId, time, seq }) => {
    const kind = kinds[type];
    if (!kind) return [];
    return {
      kind,
      id: identification ?? `entry ${seq}`,
      amountCents,
      at: time,
      isOfDay: isWithin(time, day),
      account,
      ...(transactionId === undefined ? {} : { transactionId }),
      ...(kind === 'sent' && transactionId !== undefined ? { reference: String(transactionId) } : {}),
    };
  });
}

type Sources = {
  sent: readonly SentPayment[];
  received: readonly ReceivedPayment[];
  /** Lines of the day's statement. */
  lines: readonly StatementLine[];
  /** Lines of the statement of the day before. */
  linesBefore: readonly StatementLine[];
};

/** Returns the PSP's movements, merged from all sources so that each movement is there once. */
export function theirMovements({ sent, received, lines, linesBefore }: Sources, day: Range): TheirMovement[] {
  const told = [
    ...lines.flatMap((line) => ofLine(line, true)),
    ...linesBefore.flatMap((line) => ofLine(line, false)),
    ...sent.flatMap(movementsSent),
    ...received.flatMap(movementsReceived),
  ];
  const found = new Map<string, TheirMovement>();
  for (const one of told) {
    const known = found.get(keyOf(one));
    const isInStatement = known?.isInStatement || one.isInStatement;
    // The first time is kept. It is the time in the statement if the statement has the movement, because its lines come
    // first.
    const at = known?.at ?? one.at;
    const isOfDay = isInStatement || isWithin(at, day);
    found.set(keyOf(one), { ...one, ...known, ...moreOf(one, known), at, isInStatement, isOfDay });
  }
  return [...found.values()].filter((one) => !isUndone(one, found));
}

const moreOf = (one: TheirMovement, known: TheirMovement | undefined) => ({
  ...(one.reference && !known?.reference ? { reference: one.reference } : {}),
  ...(one.pixKey && !known?.pixKey ? { pixKey: one.pixKey } : {}),
  ...(one.endToEndId && !known?.endToEndId ? { endToEndId: one.endToEndId } : {}),
});

/**
 * Returns whether a payment was debited and reversed within one statement. Such a payment and its reversal are
 * excluded.
 */
function isUndone(one: TheirMovement, all: ReadonlyMap<string, TheirMovement>): boolean {
  if (one.kind !== 'sent' && one.kind !== 'sent undone') return false;
  const kind = one.kind === 'sent' ? 'sent undone' : 'sent';
  return one.isInStatement && all.get(keyOf({ ...one, kind }))?.isInStatement === true;
}

const listed = { isOfDay: false, isInStatement: false };

function movementsSent({
  state,
  endToEndId,
  reference,
  amountCents,
  at,
  returns,
}: SentPayment): TheirMovement[] {
  const named = reference ? { reference } : {};
  const sent: TheirMovement = { ...listed, kind: 'sent', id: endToEndId, amountCents, at, ...named };
  const back = returns
    .filter((one) => one.state === 'done')
    .map((one): TheirMovement => {
      const { returnId: id, amountCents, at } = one;
      return { ...listed, kind: 'return received', id, amountCents, at, endToEndId };
    });
  return state === 'done' ? [sent, ...back] : back;
}

function movementsReceived({
  endToEndId,
  amountCents,
  at,
  pixKey,
  returns,
}: ReceivedPayment): TheirMovement[] {
  const key = pixKey ? { pixKey } : {};
  const received: TheirMovement = { ...listed, kind: 'received', id: endToEndId, amountCents, at, ...key };
  const back = returns
    .filter((one) => one.state === 'done')
    .map((one): TheirMovement => {
      const { returnId: id, amountCents, at, reference } = one;
      const named = reference ? { reference } : {};
      return { ...listed, kind: 'return sent', id, amountCents, at, endToEndId, ...named };
    });
  return [received, ...back];
}

function ofLine(line: StatementLine, isInStatement: boolean): TheirMovement[] {
  const { kind, amountCents, at, endToEndId, returnId, reference } = line;
  if (kind === 'fee' || kind === 'fee undone' || kind === 'transfer in' || kind === 'transfer out') return [];
  const id = kind === 'return sent' || kind === 'return received' ? returnId : endToEndId;
  if (!id) return [];
  const more = returnId && endToEndId ? { endToEndId } : {};
  const named = reference ? { reference } : {};
  return [{ isOfDay: isInStatement, isInStatement, kind, id, amountCents, at, ...more, ...named }];
}
