// Lists the functions that use Efí's own API. Refunds use the Central Bank's API, which Efí has too (bcb/bcb.ts).

import type { Skipped } from '../inbox.ts';
import type { CallPsp } from '../psp-client.ts';
import { makeEfiBalance } from './balance.ts';
import { makeEfiBooks } from './books.ts';
import { makeEfiDefence } from './defence.ts';
import { makeEfiPayouts } from './payouts.ts';
import { makeEfiReports } from './reports.ts';
import { makeEfiSentReturns } from './sent-returns.ts';
import { paymentErrors, paymentStates } from './words.ts';

export const payouts = makeEfiPayouts;

export const payoutInbox = (call: CallPsp, skipped: Skipped) => ({
  listReports: makeEfiReports(call, skipped),
  findSentReturns: makeEfiSentReturns(call),
});

export const payoutBooks = makeEfiBooks;

export const defence = makeEfiDefence;

export const payoutBalance = makeEfiBalance;

export const words = { payout: { states: paymentStates, errors: paymentErrors } };
