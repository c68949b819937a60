// Finds the recipient once, before the money is held. Our own accounts are found in our own tables. Only keys of other
// institutions are looked up in the network's directory.

import type { Account } from '../account/account.ts';
import type { WithAccounts } from '../account/deps.ts';
import { ownNumberLength, plainBranch, plainNumber } from '../base/account-ref.ts';
import { invariant } from '../base/errors.ts';
import { agreesWithMask, isMasked, isSameTaxId } from '../base/tax-id.ts';
import { accountOf } from '../cashout/bank-account.ts';
import type { CashoutRequest, ManualRecipient } from '../cashout/cashout.ts';
import { type Failure, ownFailure } from '../cashout/failures.ts';
import type { WithNetwork, WithPspRows } from '../network/deps.ts';
import { institutionName } from '../network/institutions.ts';
import { type Looker, lookUpKey } from '../network/look-up-key.ts';
import type { KeyLookup, Recipient } from '../network/port.ts';
import { describeReject, type RejectName, rejectCodes } from '../network/reject-codes.ts';
import type { Base } from '../platform/deps.ts';
import type { Ask } from './questions.ts';

type Deps = Base & WithAccounts & WithNetwork & WithPspRows;

/** A recipient was found. `isClosed`: the recipient is one of our accounts, and the account is closed. */
type Found = { kind: 'found'; recipient: Recipient; isClosed?: boolean };

export type Resolved =
  | Found
  /** No valid recipient. `recipient`: the key's owner, if the key exists. */
  | { kind: 'failed'; failure: Failure; recipient?: Recipient }
  /** `waitSeconds`: the look-up waits for that long. */
  | { kind: 'unknown'; waitSeconds?: number };

export async function resolveRecipient(
  deps: Deps,
  by: Looker,
  { pixKey, ownerLegalId, recipient }: Pick<CashoutRequest, 'pixKey' | 'ownerLegalId' | 'recipient'>,
  ask: Ask,
): Promise<Resolved> {
  if (recipient) return resolveManual(deps, recipient);
  invariant(pixKey !== undefined, 'a cashout has a PIX key or a recipient');

  const found = await findByKey(deps, by, pixKey, ask);
  if (found.kind === 'not_found') return { kind: 'failed', failure: ownFailure('key_not_found') };
  if (found.kind === 'refused') return reject(found.code);
  if (found.kind === 'unknown' || ownerLegalId === undefined) return found;
  const owner = found.recipient.legalId;
  const { recipient: payee } = found;
  const isHidden = owner === undefined || (isMasked(owner) && agreesWithMask(owner, ownerLegalId));
  if (isHidden && deps.network.checksOwner(ownerLegalId)) return found;
  if (isHidden) return { kind: 'failed', failure: ownFailure('owner_unknown'), recipient: payee };
  return isSameTaxId(owner, ownerLegalId) ? found : { ...reject('BE01'), recipient: payee };
}

async function findByKey(deps: Deps, by: Looker, pixKey: string, ask: Ask): Promise<KeyLookup | Found> {
  const own = await deps.accounts.findByPixKey(pixKey);
  if (own) return foundOwn(deps, own);
  return ask('resolve', () => lookUpKey(deps, by, pixKey));
}

async function resolveManual(deps: Deps, given: ManualRecipient): Promise<Resolved> {
  if (given.ispb === deps.config.OUR_ISPB) {
    const own = await findOwn(deps, given);
    if (!own) return reject('AC03');
    // A different name is no reason to refuse, because banks do not compare names.
    if (!isSameTaxId(own.holderLegalId, given.legalId)) return reject('BE01');
    return foundOwn(deps, own);
  }
  const { accountType, name, legalId, ispb } = given;
  const { branch, accountNumber } = accountOf(given);
  const institution = institutionName(ispb);
  const recipient = { branch, accountNumber, accountType, name, legalId, ispb };
  return {
    kind: 'found',
    recipient: { ...recipient, ...(institution ? { institutionName: institution } : {}) },
  };
}

/**
 * Finds one of our accounts by its bank details. Our account numbers may begin with zeros, and callers may leave out
 * such zeros or add more.
 */
async function findOwn(deps: Base & WithAccounts, given: ManualRecipient): Promise<Account | undefined> {
  const { accountNumber } = accountOf(given);
  const [branch, number] = [plainBranch(given.branch), plainNumber(accountNumber)];
  for (const spelled of new Set([accountNumber, number.padStart(ownNumberLength, '0'), number])) {
    const own = await deps.accounts.get({ branch, number: spelled });
    if (own) return own;
  }
  return undefined;
}

/** Returns the failure that the network would report. */
function reject(code: RejectName) {
  const failure = { kind: rejectCodes[code].ends, text: describeReject(code), code };
  return { kind: 'failed' as const, failure };
}

function foundOwn(deps: Base & WithNetwork, own: Account): Found {
  return { kind: 'found', recipient: ownRecipient(deps, own), isClosed: own.status === 'CLOSED' };
}

function ownRecipient(deps: Base & WithNetwork, own: Account): Recipient {
  return {
    name: own.holderName,
    legalId: own.holderLegalId,
    ispb: deps.config.OUR_ISPB,
    institutionName: 'PIX Cashout',
    branch: own.branch,
    accountNumber: own.number,
    accountType: 'CURRENT_ACCOUNT',
    ownAccount: { branch: own.branch, number: own.number },
  };
}
