// Draws the form that sends a batch from a file, and the form again after a refusal.

import type { Owned } from '../account/list-owned.ts';
import { hasPermissions } from '../account/policy.ts';
import { accountIdOf } from '../base/account-ref.ts';
import { type Html, h, joined } from '../page/elements.ts';
import { button, buttonLink, card, field, hidden, notice } from '../page/parts.ts';
import { drawReport, type Report, wrongIn } from './batch-faults.ts';
import type { Page, View } from './shell.ts';

const batchesPath = '/console/batches';
export const sendPath = `${batchesPath}/send`;
export const templatePath = (form: 'xlsx' | 'csv'): string => `${batchesPath}/template.${form}`;

/**
 * The fields that a person typed in addition to the file. They are shown again after a refusal; the file must be chosen
 * again.
 */
export type Typed = { name?: string; total_lines?: string; total_amount?: string; account?: string };

/** What the form needs. `key`: its idempotency key. `accounts`: from which the person may send. */
type Offer = { key: string; accounts: readonly string[] };

/** Returns the accounts from which the person may send a batch. */
export const ownOf = (rows: readonly Owned[]): string[] =>
  rows.flatMap(({ account, policy }) => (hasPermissions(policy, ['CREATE']) ? [accountIdOf(account)] : []));

/** Draws the form again, with the reason why the file was refused. */
export function drawSendAgain(view: View, offer: Offer, typed: Typed, why: Report | string): Page {
  const { words } = view;
  const report = typeof why === 'string' ? undefined : why;
  return {
    title: words.sendBatch,
    back: [batchesPath, words.batches],
    status: 422,
    body: joined(
      report ? drawReport(view, report) : notice('bad', String(why)),
      card({}, drawSendForm(view, offer, typed, report)),
    ),
  };
}

export function drawSendForm(view: View, { key, accounts }: Offer, typed: Typed, report?: Report): Html {
  const { words } = view;
  const choices = accounts.length === 1 ? accounts : ['', ...accounts];
  return h.form(
    { method: 'post', action: sendPath, enctype: 'multipart/form-data' },
    h.p({ class: 'soft' }, words.sendNote),
    h.p(
      { class: 'acts' },
      buttonLink(templatePath('xlsx'), words.templateXlsx, 'plain', 'download'),
      buttonLink(templatePath('csv'), words.templateCsv, 'plain', 'download'),
    ),
    field({ name: 'file', label: words.batchFile, type: 'file', more: { accept: '.xlsx,.csv,text/csv' } }),
    drawTotals(view, typed, report),
    h.div(
      { class: 'fields' },
      field({
        name: 'name',
        label: words.batchName,
        value: typed.name,
        wrong: wrongIn(view, report, 'name'),
        isOptional: true,
        more: { maxlength: 60 },
      }),
      field({
        name: 'account',
        label: words.account,
        value: typed.account,
        isOptional: true,
        options: choices.map((one) => [one, one || words.accountInFile]),
      }),
    ),
    h.p(hidden({ idempotency_key: key }), button(words.send)),
  );
}

/** Draws the fields for the control totals. The person types the totals, which are compared with the file. */
export function drawTotals(view: View, typed: Typed, report?: Report): Html {
  const { words } = view;
  return h.div(
    { role: 'group', 'aria-describedby': 'totals-note' },
    h.div(
      { class: 'fields' },
      field({
        name: 'total_lines',
        label: words.totalLines,
        value: typed.total_lines,
        wrong: wrongIn(view, report, 'total_lines'),
        more: { inputmode: 'numeric' },
      }),
      field({
        name: 'total_amount',
        label: words.totalAmount,
        value: typed.total_amount,
        wrong: wrongIn(view, report, 'total_amount'),
        more: { inputmode: 'decimal' },
      }),
    ),
    h.p({ class: 'hint', id: 'totals-note' }, words.totalsNote),
  );
}
