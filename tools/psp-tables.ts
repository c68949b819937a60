// Makes the tables of docs/psp.md: the functions of each PSP, and the meaning of the PSP's words.

import type { Psp } from '../lib/network/psp.ts';
import type { Errors, States } from '../lib/network/psp-words.ts';
import {
  payoutBalances,
  payoutBooks,
  payoutInboxes,
  payouts,
  refundBooks,
  refundInboxes,
  refunds,
  words,
} from '../lib/network/registry.ts';
import { markdownTable } from './markdown-table.ts';

const meanings = (done: string) => ({
  done,
  waiting: 'waits for an approval',
  'under way': 'under way',
  'not done': 'not done, final',
});
const stateTable = (states: States, done: string) =>
  Object.entries(states)
    .map(([word, state]) => `- ${word}: ${meanings(done)[state]}`)
    .join('\n');

const errorTable = (errors: Errors) =>
  Object.entries(errors)
    .map(([name, { status, ends, ...refusal }]) => {
      const { code = '', text = '' } = refusal as { code?: string; text?: string };
      const words = [code, text].filter(Boolean).join(' - ');
      return `- ${name} (${status}): ${ends}${words ? `, ${words}` : ''}`;
    })
    .join('\n') || 'None.';

/** Returns the tables of a PSP's words: efiPayoutStates, efiPayoutErrors, and so on. */
function wordTables([name, { payout, refund }]: [string, Psp['words']]): Record<string, () => string> {
  return {
    ...(payout && {
      [`${name}PayoutStates`]: () => stateTable(payout.states, 'settled'),
      [`${name}PayoutErrors`]: () => errorTable(payout.errors),
    }),
    ...(refund && {
      [`${name}RefundStates`]: () => stateTable(refund.states, 'SUCCESS'),
      [`${name}RefundErrors`]: () => errorTable(refund.errors),
    }),
  };
}

const offers: Readonly<Record<string, object>> = {
  'payouts (`PAYOUT_NETWORK`)': payouts,
  'lists of returns of payouts, or of MED reports': payoutInboxes,
  'the balance (`pspFloorCents`)': payoutBalances,
  'payments sent and statements, for `reconcile-psp`': payoutBooks,
  'refunds (`REFUND_NETWORK`)': refunds,
  'lists of payments received': refundInboxes,
  'payments received, for `reconcile-psp`': refundBooks,
};

const pspOffers = () =>
  Object.entries(offers).map(([what, table]) => {
    const by = Object.entries(table).flatMap(([name, offer]) => (offer ? `\`${name}\`` : []));
    return [what, by.join(', ')];
  });

export const pspTables: Readonly<Record<string, () => string>> = {
  psps: () => markdownTable(['what', 'by'], pspOffers()),
  ...Object.assign({}, ...Object.entries(words).map(wordTables)),
};
