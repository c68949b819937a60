// Defines a party of a payment in receipts and statements.

import type { Party } from '../ledger/entry.ts';
import { institutionName } from '../network/institutions.ts';
import type { Recipient } from '../network/port.ts';
import { shownName, shownTaxId } from './mask.ts';

/** Name of our institution if the list of institutions does not contain it, as for the sandbox's fictitious ISPB. */
const ourName = 'PIX Cashout';

export type Holder = { holderName: string; holderLegalId: string };

/** The known data of a party, with the name of its institution at the time of the payment. */
export type Known = Pick<Recipient, 'name' | 'legalId' | 'ispb' | 'institutionName'>;

type Partly = { [Name in keyof Known]?: Known[Name] | undefined };

export function partyOf({ name, legalId, ispb, institutionName: then }: Partly): Party {
  return {
    name: shownName(name, legalId),
    legal_id: shownTaxId(legalId),
    ispb: ispb ?? null,
    institution: shownName(then ?? (ispb === undefined ? undefined : institutionName(ispb))),
  };
}

/** Returns the holder of one of our accounts as a party. */
export function ourParty({ holderName, holderLegalId }: Partial<Holder>, ourIspb: string): Party {
  return partyOf({
    ispb: ourIspb,
    institutionName: institutionName(ourIspb) ?? ourName,
    ...(holderName === undefined ? {} : { name: holderName }),
    ...(holderLegalId === undefined ? {} : { legalId: holderLegalId }),
  });
}

/** Returns the payee of a cashout: the network's data, or the caller's data if the network sent none. */
export const payeeOf = (named: Known | undefined, given: Known | undefined): Party =>
  partyOf({ ...given, ...named });
