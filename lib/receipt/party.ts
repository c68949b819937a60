// A party of a payment as receipts and statements show it.

import type { Party } from '../ledger/entry.ts';
import { institutionName } from '../network/institutions.ts';
import type { Recipient } from '../network/port.ts';
import { shownName, shownTaxId } from './mask.ts';

/** Our own name where the list has none, as for the sandbox's made-up ISPB. */
const ourName = 'PIX Cashout';

export type Holder = { holderName: string; holderLegalId: string };

/** What is known of a party; the name of its institution as it was when it was paid. */
export type Known = Pick<Recipient, 'name' | 'legalId' | 'ispb' | 'institutionName'>;

export function partyOf({ name, legalId, ispb, institutionName: then }: Known): Party {
  return {
    name: shownName(name, legalId),
    legal_id: shownTaxId(legalId),
    ispb: ispb ?? null,
    institution: shownName(then ?? (ispb === undefined ? undefined : institutionName(ispb))),
  };
}

/** The holder of an account of ours. */
export function ourParty({ holderName, holderLegalId }: Partial<Holder>, ourIspb: string): Party {
  return partyOf({
    ispb: ourIspb,
    institutionName: institutionName(ourIspb) ?? ourName,
    ...(holderName === undefined ? {} : { name: holderName }),
    ...(holderLegalId === undefined ? {} : { legalId: holderLegalId }),
  });
}

/** Whom a cashout pays: as the network has named the party, and where it has not, as the caller did. */
export const payeeOf = (named: Known | undefined, given: Known | undefined): Party =>
  partyOf({ ...given, ...named });
