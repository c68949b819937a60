// Lists Woovi's functions. It has no API of the Central Bank's form, so received payments and refunds are at another PSP. Returns of
// its payouts come only as callbacks, which are not read yet: no stage with real money may use it (network-settings.ts).

import { makeWooviPayouts } from './payouts.ts';
import { paymentErrors, paymentStates } from './words.ts';

export const payouts = makeWooviPayouts;

export const words = { payout: { states: paymentStates, errors: paymentErrors } };
