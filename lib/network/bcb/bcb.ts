// Lists the functions that every PSP with the Central Bank's Pix API has.

import { makeBcbBooks } from './books.ts';
import { readIdentity } from './identity.ts';
import { makeBcbReceived } from './received.ts';
import { makeBcbRefunds } from './refunds.ts';
import { receiptErrors, refundErrors, refundStates } from './words.ts';

export const refunds = makeBcbRefunds;

export const refundInbox = makeBcbReceived;

export const refundBooks = makeBcbBooks;

export const identity = readIdentity;

export const words = { refund: { states: refundStates, errors: { ...refundErrors, ...receiptErrors } } };
