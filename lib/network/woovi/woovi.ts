// Lists Woovi's functions. Woovi does not have the Central Bank's Pix API, so received payments and refunds need
// another PSP.

import type { Skipped } from '../inbox.ts';
import type { CallPsp } from '../psp-client.ts';
import { makeWooviBalance, readIdentity } from './balance.ts';
import { makeWooviCallback } from './callback.ts';
import { makeWooviPayouts } from './payouts.ts';
import { makeWooviRecoveries } from './recoveries.ts';
import { makeWooviReturns } from './returns.ts';
import { keyErrors, paymentErrors, paymentStates } from './words.ts';

export const payouts = makeWooviPayouts;

export const payoutInbox = (call: CallPsp, skipped: Skipped, now: () => Date) => ({
  ownCallback: makeWooviCallback(call, now),
  ...makeWooviReturns(call, skipped),
});

export const recoveries = makeWooviRecoveries;

export const payoutBalance = makeWooviBalance;

export const identity = readIdentity;

export const words = { payout: { states: paymentStates, errors: { ...paymentErrors, ...keyErrors } } };
