// Stores MED cases: one row for each case, and a copy of it in each of its eight lists (with and without each of three
// filters). So a page costs the same with any filter. Cases are rare, so eight writes are cheaper than a filter that
// reads everything.
//
// A payment with a case or a return also has a row (reported-payment-store.ts), so cases, returns and blocks find each
// other, whichever comes first.

import type { AccountRef } from '../base/account-ref.ts';
import type { MedCursor } from '../base/page.ts';
import { type Incident, incidentPut } from '../incident/incident-store.ts';
import { type PageRange, queryPage } from '../platform/page-query.ts';
import { keyedRowsOf } from '../platform/rows.ts';
import { type Action, type Database, type Row, transact } from '../platform/table.ts';
import { makeBlocks } from './block-store.ts';
import { type MedCase, type MedFilter, type MedReturn, medList, medLists, medPosition } from './med-case.ts';
import { paymentKey, paymentPut, type ReportedPayment } from './reported-payment-store.ts';

const caseKey = (id: string) => ({ pk: `MED#${id}`, sk: 'MED' });

export type MedRange = Omit<PageRange, 'cursor'> & { cursor?: MedCursor | undefined };

export type MedCases = ReturnType<typeof makeMedCases>;

const absent = 'attribute_not_exists(pk)';

/** Returns the condition that the row still has the report and the state of the defence that were read. */
function unchanged({ report, defence }: MedCase) {
  const isSame = defence ? '#defence.#state = :state' : 'attribute_not_exists(#defence)';
  return {
    ConditionExpression: `#report.#modifiedAt = :seen AND ${isSame}`,
    ExpressionAttributeNames: {
      '#report': 'report',
      '#modifiedAt': 'modifiedAt',
      '#defence': 'defence',
      ...(defence ? { '#state': 'state' } : {}),
    },
    ExpressionAttributeValues: {
      ':seen': report.modifiedAt,
      ...(defence ? { ':state': defence.state } : {}),
    },
  };
}

export function makeMedCases(db: Database) {
  const table = db.config.MED_CASES_TABLE;
  const cases = keyedRowsOf<MedCase>(db, 'MED_CASES_TABLE');
  const payments = keyedRowsOf<Partial<ReportedPayment>>(db, 'MED_CASES_TABLE');
  const bare = ({ pk: _pk, sk: _sk, ...medCase }: Row) => medCase as unknown as MedCase;

  return {
    ...makeBlocks(db),

    async get(id: string): Promise<MedCase | undefined> {
      const row = await cases.get(caseKey(id));
      return row && bare(row);
    },

    async getPayment(endToEndId: string): Promise<ReportedPayment> {
      const row = await payments.get(paymentKey(endToEndId));
      const none: ReportedPayment = { endToEndId, caseIds: [], returns: [], revision: 0 };
      if (!row) return none;
      const { pk: _pk, sk: _sk, ...payment } = row;
      return { ...none, ...payment };
    },

    /**
     * Stores a return of a payment; each id is stored once.
     * @returns false if the payment's row was changed in the meantime
     */
    async putReturn(payment: ReportedPayment, returned: MedReturn): Promise<boolean> {
      if (payment.returns.some(({ returnId }) => returnId === returned.returnId)) return true;
      const write = paymentPut(db, payment, { returns: [...payment.returns, returned] });
      return (await transact(db, [write])).done;
    },

    /**
     * Writes a case, its copies in the lists, and the row of its payment, if neither the case nor that row has
     * changed. A case has changed if its report or the state of its defence is another one.
     * @param incident inserted in the same transaction
     * @returns false if one of the two was changed in the meantime
     */
    async put(
      medCase: MedCase,
      read: MedCase | undefined,
      payment: ReportedPayment,
      incident?: Incident,
    ): Promise<boolean> {
      const sk = medPosition(medCase);
      const lists = medLists(medCase);
      const left = read ? medLists(read).filter((list) => !lists.includes(list)) : [];
      const row: Action = {
        Put: {
          TableName: table,
          Item: { ...medCase, ...caseKey(medCase.id) },
          ...(read ? unchanged(read) : { ConditionExpression: absent }),
        },
      };
      const caseIds = [...new Set([...payment.caseIds, medCase.id])];
      const result = await transact(db, [
        row,
        paymentPut(db, payment, { caseIds }),
        ...lists.map((pk): Action => ({ Put: { TableName: table, Item: { ...medCase, pk, sk } } })),
        ...left.map((pk): Action => ({ Delete: { TableName: table, Key: { pk, sk } } })),
        ...(incident ? [incidentPut(db, incident)] : []),
      ]);
      if (result.done && incident) db.count('IncidentsOpened');
      return result.done;
    },

    /**
     * Lists cases of one account with start <= creation <= end that match the filter, on one side of the cursor:
     * newest first for `next`, oldest first for `previous`. This is one query, and its cost is proportional to the
     * number of cases returned.
     */
    async list(account: AccountRef, filter: MedFilter, range: MedRange): Promise<MedCase[]> {
      const cursor =
        range.cursor && medPosition({ id: range.cursor.id, report: { createdAt: range.cursor.at } });
      const of = { table, partitionName: 'pk', partition: medList(account, filter), positionName: 'sk' };
      return (await queryPage(db, of, { ...range, cursor })).map(bare);
    },
  };
}
