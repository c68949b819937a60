// Lists Woovi's functions. Woovi does not have the Central Bank's Pix API, so received payments and refunds need
// another PSP. Woovi reports returns of payouts only by callbacks, which this service does not read yet. So no stage
// with real money may use Woovi (network-settings.ts).

import { makeWooviPayouts } from './payouts.ts';
import { paymentErrors, paymentStates } from './words.ts';

export const payouts = makeWooviPayouts;

export const words = { payout: { states: paymentStates, errors: paymentErrors } };
