// The attributes that the end of a transfer writes on its row, with or without a hold.

import type { Row } from '../platform/table.ts';
import { type Cashout, type CashoutChange, type CashoutFailure, nextStatus } from './cashout.ts';

export type Ending = Required<Pick<Cashout, 'endedAt' | 'dueAt'>>;

export function endingChange(command: 'succeed' | 'fail' | 'cancel', attributes: Row, ending: Ending) {
  const events = { succeed: 'succeeded', fail: 'failed', cancel: 'cancelled' } as const;
  return {
    set: { ...attributes, ...ending, status: nextStatus('PROCESSING', command) },
    append: { owedEvents: [events[command] satisfies CashoutChange] },
    remove: ['openAccount'],
  };
}

export function failureAttributes(failure: CashoutFailure): Row {
  return { failureText: failure.text, ...(failure.code ? { failureCode: failure.code } : {}) };
}
