// The attributes that the end of a transfer writes on its row, with or without a hold.

import type { RowChange } from '../platform/rows.ts';
import { type Cashout, type CashoutFailure, transitions } from './cashout.ts';

export type Ending = Required<Pick<Cashout, 'endedAt' | 'dueAt'>>;

export function endingChange(
  command: 'succeed' | 'fail' | 'cancel',
  attributes: Partial<Cashout>,
  ending: Ending,
) {
  const events = { succeed: 'succeeded', fail: 'failed', cancel: 'cancelled' } as const;
  return {
    set: { ...attributes, ...ending, status: transitions.PROCESSING[command] },
    append: { owedEvents: [events[command]] },
  } satisfies Omit<RowChange<Cashout>, 'seen'>;
}

export function failureAttributes(failure: CashoutFailure): Partial<Cashout> {
  return { failureText: failure.text, ...(failure.code ? { failureCode: failure.code } : {}) };
}
