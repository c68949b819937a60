// Finds the recipient, once, before the money is held. Our own accounts are found in our own tables; only
// keys of other institutions are looked up in the network's directory.

import type { Account } from '../account/account.ts';
import type { Core, WithNetwork } from '../app/deps.ts';
import { invariant } from '../base/errors.ts';
import { isSameTaxId } from '../base/tax-id.ts';
import { institutionName } from '../network/institutions.ts';
import type { KeyLookup, Recipient } from '../network/port.ts';
import { describeReject, type RejectName } from '../network/reject-codes.ts';
import type { Cashout, ManualRecipient } from './cashout.ts';
import { type Failure, ownFailure } from './failures.ts';
import type { Ask } from './questions.ts';

export type Resolved =
  | { kind: 'found'; recipient: Recipient }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'unknown' };

export async function resolveRecipient(
  deps: Core & WithNetwork,
  cashout: Cashout,
  ask: Ask,
): Promise<Resolved> {
  const { pixKey, ownerLegalId, recipient } = cashout.request;
  if (recipient) return resolveManual(deps, recipient);
  invariant(pixKey !== undefined, 'a cashout has a PIX key or a recipient');

  const found = await findByKey(deps, pixKey, ask);
  if (found.kind === 'not_found') return { kind: 'failed', failure: ownFailure('key_not_found') };
  if (found.kind === 'unknown' || ownerLegalId === undefined) return found;
  const owner = found.recipient.legalId;
  if (owner === undefined) return { kind: 'failed', failure: ownFailure('owner_unknown') };
  return isSameTaxId(owner, ownerLegalId) ? found : reject('refused', 'BE01');
}

async function findByKey(deps: Core & WithNetwork, pixKey: string, ask: Ask): Promise<KeyLookup> {
  const own = await deps.accounts.findByPixKey(pixKey);
  if (own) return { kind: 'found', recipient: ownRecipient(deps, own) };
  return ask('resolve', () => deps.network.resolveKey(pixKey));
}

async function resolveManual(deps: Core & WithNetwork, given: ManualRecipient): Promise<Resolved> {
  const accountNumber = given.accountNumber + given.accountDigit;
  if (given.ispb === deps.config.OUR_ISPB) {
    const own = await deps.accounts.get({ branch: given.branch, number: accountNumber });
    if (!own) return reject('failed', 'AC03');
    // A different name is no reason to refuse: banks do not compare names.
    if (!isSameTaxId(own.holderLegalId, given.legalId)) return reject('refused', 'BE01');
    return { kind: 'found', recipient: ownRecipient(deps, own) };
  }
  const { branch, accountType, name, legalId, ispb } = given;
  const institution = institutionName(ispb);
  const recipient = { branch, accountNumber, accountType, name, legalId, ispb };
  return {
    kind: 'found',
    recipient: { ...recipient, ...(institution ? { institutionName: institution } : {}) },
  };
}

function reject(kind: 'failed' | 'refused', code: RejectName): Resolved {
  return { kind: 'failed', failure: { kind, text: describeReject(code), code } };
}

function ownRecipient(deps: Core & WithNetwork, own: Account): Recipient {
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
