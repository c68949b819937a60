// Makes the tables of docs/psp.md: the functions of each PSP, and the meaning of the PSP's words.

import type { Psp } from '../lib/network/psp.ts';
import { type Errors, meaningOf, type States } from '../lib/network/psp-words.ts';
import {
  defences,
  payoutBalances,
  payoutBooks,
  payoutInboxes,
  payouts,
  recoveries,
  refundBooks,
  refundInboxes,
  refunds,
  words,
} from '../lib/network/registry.ts';
import { markdownTable } from './markdown-table.ts';
import { type Documented, documents, type Source, wordsIn } from './psp-documents.ts';

type PspName = keyof typeof documents;

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

/** Returns where a word is documented, as links. */
function linksTo(psp: PspName, names: readonly string[]): string {
  return names.map((name) => `[${name}][${psp} ${name}]`).join(', ');
}

/** Returns the addresses of the links in a table. */
function addressesOf(psp: PspName, names: readonly string[]): string {
  const each = [...new Set(names)].map(
    (name) => `[${psp} ${name}]: ${addressOf(documents[psp].sources[name])}`,
  );
  return each.join('\n');
}

function addressOf(source: Source | undefined): string {
  if (!source) throw new Error('a source is not listed');
  if ('issue' in source) return `https://github.com/${source.issue.replace('#', '/issues/')}`;
  return `https://github.com/${source.repository}/blob/${source.commit}/${source.path}`;
}

/** Returns the documented answers to these calls, whose fault each is, and what follows here. */
function answerTable(psp: PspName, errors: Errors, calls: readonly string[]): string {
  const answers = documents[psp].answers.filter(({ call }) => calls.includes(call));
  const rows = answers.map((answer) => [
    answer.call,
    `${answer.status} ${wordIn(answer.body)}`,
    answer.fault,
    followsAfter(errors, answer),
    linksTo(psp, answer.from),
  ]);
  const table = markdownTable(['call', 'answer', 'fault of', 'what follows', 'source'], rows);
  const sources = addressesOf(
    psp,
    answers.flatMap(({ from }) => from),
  );
  return `${table}\n\n${sources}`;
}

const wordIn = (body: Documented['body']) => {
  const [word, field] = wordsIn(body);
  return `\`${word}\`${field ? ` (\`${field}\`)` : ''}`;
};

const following = {
  'own fault': 'payouts stop',
  'look up': 'look up',
  'not found': 'not found',
  nothing: 'still unknown',
} as const;

function followsAfter(errors: Errors, answer: Documented): string {
  if (answer.status === 401 || answer.status === 403) return following['own fault'];
  const meaning = meaningOf(errors, answer);
  if (!meaning) return answer.status < 500 ? 'still unknown, an incident' : 'still unknown';
  // A refund ends only by a look-up.
  const isRefund = answer.call === 'refund';
  if (!('text' in meaning))
    return following[isRefund && meaning.ends === 'not found' ? 'nothing' : meaning.ends];
  const end = `${meaning.ends}: ${[meaning.code, meaning.text].filter(Boolean).join(' - ')}`;
  return isRefund ? `look up; if not found, ${end}` : end;
}

/** Returns the tables of a PSP's words: efiPayoutStates, efiPayoutErrors, and so on. */
function wordTables([name, { payout, refund }]: [string, Psp['words']]): Record<string, () => string> {
  const psp = name as PspName;
  return {
    ...(payout && {
      [`${name}PayoutStates`]: () => stateTable(payout.states, 'settled'),
      [`${name}PayoutErrors`]: () =>
        answerTable(psp, payout.errors, ['send', 'approve', 'pay code', 'find', 'find key', 'any']),
    }),
    ...(refund && {
      [`${name}RefundStates`]: () => stateTable(refund.states, 'SUCCESS'),
      [`${name}RefundErrors`]: () =>
        (['bcb', 'efi'] as const)
          .map((one) => answerTable(one, refund.errors, ['refund', 'find refund', 'find received']))
          .join('\n\nEfí’s words in their place:\n\n'),
    }),
  };
}

const offers: Readonly<Record<string, object>> = {
  payouts: payouts,
  'lists of returns of payouts, or of MED reports': payoutInboxes,
  'defences about MED reports': defences,
  'the balance (`pspFloorCents`)': payoutBalances,
  'payments sent and statements, for `reconcile-psp`': payoutBooks,
  'recoveries of payouts that were a fraud': recoveries,
  refunds: refunds,
  'lists of payments received': refundInboxes,
  'payments received, for `reconcile-psp`': refundBooks,
};

const pspOffers = () =>
  Object.entries(offers).map(([what, table]) => {
    const by = Object.entries(table).flatMap(([name, offer]) => (offer ? `\`${name}\`` : []));
    return [what, by.join(', ')];
  });

/** The statuses and errors of Woovi's recoveries of payouts. */
const recoveryTables = {
  wooviRecoveryStates: () => {
    const links = linksTo('woovi', ['api', 'recoveries']);
    const rows = (documents.woovi.recoveryStates ?? []).map(({ word, means }) => [
      `\`${word}\``,
      means,
      links,
    ]);
    return markdownTable(['status', 'means', 'source'], rows);
  },
  wooviRecoveryErrors: () => {
    const calls = ['request recovery', 'find recovery', 'cancel recovery'];
    const answers = documents.woovi.answers.filter(({ call }) => calls.includes(call));
    const rows = answers.map(({ call, status, body, from }) => [
      call,
      `${status} ${wordIn(body)}`,
      linksTo('woovi', from),
    ]);
    const sources = addressesOf('woovi', ['recoveries', 'recovery create', 'recovery cancel']);
    return `${markdownTable(['call', 'answer', 'source'], rows)}\n\n${sources}`;
  },
};

export const pspTables: Readonly<Record<string, () => string>> = {
  ...recoveryTables,
  psps: () => markdownTable(['what', 'by'], pspOffers()),
  ...Object.assign({}, ...Object.entries(words).map(wordTables)),
};
