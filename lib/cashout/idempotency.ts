// Makes a transaction its own idempotency record (spec: Idempotency). The id of a transaction is computed from company,
// account and idempotency key. So the conditional put that creates the row is also the lock and the check for a
// repeated request.

import { createHash } from 'node:crypto';
import type { AccountRef } from '../base/account-ref.ts';
import { blankWord } from '../base/blank-word.ts';
import type { Cashout, CashoutRequest } from './cashout.ts';
import { comparedFields } from './request-fields.ts';

/**
 * The values that identify a request. The key is in lower case, because a repeated request may spell its key
 * differently.
 */
export type IdempotencyIdentity = { companyId: string; account: AccountRef; idempotencyKey: string };

/**
 * Returns what identifies a request.
 * @param key in the caller's spelling
 */
export const identityOf = (companyId: string, account: AccountRef, key: string): IdempotencyIdentity => ({
  companyId,
  account,
  idempotencyKey: key.toLowerCase(),
});

/**
 * Returns the key fields of a row. The compared key must be in lower case: after a rollback, an earlier release would
 * treat another spelling as a different key and pay again.
 */
export const storedKey = (given: string): Pick<Cashout, 'idempotencyKey' | 'keyAsGiven'> => {
  const idempotencyKey = given.toLowerCase();
  return { idempotencyKey, ...(given === idempotencyKey ? {} : { keyAsGiven: given }) };
};

/**
 * Returns an id: the first 53 bits of SHA-256 over company, account, key and probe. It is a positive integer that every
 * JSON reader keeps exact. If the row with this id belongs to another request, the caller tries the next probe.
 */
export function keyedCashoutId(identity: IdempotencyIdentity, probe: number): number {
  return idFrom([...partsOf(identity), probe]);
}

/**
 * Returns the id of a chargeback. It differs from the ids of cashouts, so a cashout and a chargeback may use the same
 * key.
 */
export function keyedChargebackId(identity: IdempotencyIdentity, probe: number): number {
  return idFrom(['chargeback', ...partsOf(identity), probe]);
}

/** Returns our transaction id of a received payment. Every repetition of the payment's notice gets the same id. */
export function receivedTransactionId(endToEndId: string): number {
  return idFrom(['received', endToEndId]);
}

/**
 * Returns the payee's id of a transfer within this institution. It differs from the payer's id, so that no company sees
 * an id of another company.
 */
export function payeesTransactionId(cashoutId: number): number {
  return idFrom(['payee', cashoutId]);
}

/** Returns the payer's id of a received payment between our accounts that was not a cashout. */
export function sentTransactionId(endToEndId: string): number {
  return idFrom(['sent', endToEndId]);
}

function partsOf({ companyId, account, idempotencyKey }: IdempotencyIdentity): string[] {
  return [companyId, account.branch, account.number, idempotencyKey];
}

function idFrom(parts: readonly (string | number)[]): number {
  const text = JSON.stringify(parts);
  const id = Number(createHash('sha256').update(text).digest().readBigUInt64BE() >> 11n);
  return id === 0 ? 1 : id;
}

type Keyed = Pick<Cashout, 'idempotencyKey' | 'companyId' | 'account'>;

/** Returns whether a stored row was created with this key, company and account. */
export function isSameIdentity(cashout: Keyed, identity: IdempotencyIdentity): boolean {
  return (
    cashout.idempotencyKey === identity.idempotencyKey &&
    cashout.companyId === identity.companyId &&
    cashout.account.branch === identity.account.branch &&
    cashout.account.number === identity.account.number
  );
}

/**
 * Returns the fields in which two requests with the same key differ: the contract's names, without values. Absent and
 * empty values count as equal, so that a request still matches its row if the row was stored before a field existed.
 * Blanked fields are not compared.
 */
export function differingFields(stored: CashoutRequest, asked: CashoutRequest, isBlanked = false): string[] {
  const flat = ({ recipient, ...request }: CashoutRequest): Record<string, unknown> => ({
    ...recipient,
    ...request,
  });
  const [one, other] = [flat(stored), flat(asked)];
  return comparedFields
    .filter(([name]) => (one[name] ?? '') !== (other[name] ?? ''))
    .filter(([name]) => !(isBlanked && one[name] === blankWord))
    .map(([, field]) => field);
}
