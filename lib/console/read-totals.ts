// Reads the control totals of a batch, as people type them.

import * as z from 'zod';
import { amountText, pathInteger } from '../base/field-schemas.ts';
import { readAmount } from '../base/read-amount.ts';
import type { Typed } from './send-batch-page.ts';

/** The text fields of a form with a file. */
type Form = { get(name: string): unknown };

const totals = z.object({ total_lines: pathInteger, total_amount: amountText });

export function typedIn(form: Form): Typed {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  return {
    name: text('name'),
    total_lines: text('total_lines'),
    total_amount: text('total_amount'),
    account: text('account'),
  };
}

/** Converts the totals to the API's form, as text. */
export const totalsOf = ({ total_lines: lines = '', total_amount: amount = '' }: Typed) => ({
  total_lines: lines,
  total_amount: readAmount(amount) ?? '',
});

export function readTotals(form: Form) {
  const typed = typedIn(form);
  const { data, error } = totals.safeParse(totalsOf(typed));
  const faults = (error?.issues ?? []).map(({ path, message }) => ({ field: path.join('.'), message }));
  return { typed, asked: data, faults };
}
