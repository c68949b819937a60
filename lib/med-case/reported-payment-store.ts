// Writes the row of a reported payment, which names its cases, its returns and its block. Every write about the payment
// also writes this row, on the condition that the row has not changed.

import type { Action, Database } from '../platform/table.ts';
import type { Block, MedReturn } from './med-case.ts';

/** The stored data about a reported payment. `revision`: 0 if the payment has no row yet. */
export type ReportedPayment = {
  endToEndId: string;
  caseIds: readonly string[];
  /** The returns, in the order of their arrival. */
  returns: readonly MedReturn[];
  /** The block of its money, also after its end; absent if there was none. */
  block?: Block;
  revision: number;
};

export const paymentKey = (endToEndId: string) => ({ pk: `PAYMENT#${endToEndId}`, sk: 'PAYMENT' });

const seen = ({ revision }: ReportedPayment) =>
  revision === 0
    ? { ConditionExpression: 'attribute_not_exists(pk)' }
    : {
        ConditionExpression: '#revision = :seen',
        ExpressionAttributeNames: { '#revision': 'revision' },
        ExpressionAttributeValues: { ':seen': revision },
      };

/** Makes the action that replaces the payment's row, if the row has not changed. */
export function paymentPut(
  { config }: Database,
  payment: ReportedPayment,
  changed: Partial<ReportedPayment>,
): Action {
  const revision = payment.revision + 1;
  const Item = { ...payment, ...changed, revision, ...paymentKey(payment.endToEndId) };
  return { Put: { TableName: config.MED_CASES_TABLE, Item, ...seen(payment) } };
}

/** Makes the action that fails if the payment's row has changed. */
export function paymentUnchanged({ config }: Database, payment: ReportedPayment): Action {
  const Key = paymentKey(payment.endToEndId);
  return { ConditionCheck: { TableName: config.MED_CASES_TABLE, Key, ...seen(payment) } };
}
