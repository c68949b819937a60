// What receipts are made from, and who the parties of entries are, for the functions that name it.

import { makeHolders } from '../receipt/holder-store.ts';
import { makeParties } from '../receipt/party-store.ts';
import { makeSignReceipt } from '../receipt/sign-receipt.ts';
import type { WithParties, WithReceipts } from './deps.ts';
import type { Ground } from './ground.ts';

export const withParties = ({ db }: Ground): WithParties => ({ parties: makeParties(db) });

export const withReceipts = ({ db, config }: Ground): WithReceipts => ({
  holders: makeHolders(db),
  signReceipt: makeSignReceipt(config),
});
