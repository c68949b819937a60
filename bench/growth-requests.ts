// Makes the requests whose cost must not grow with the stored data, as an integrator makes them. Each request can be
// repeated.

import { randomUUID } from 'node:crypto';
import type { AccountRef } from '../lib/base/account-ref.ts';
import type { Answer, Client } from '../local/client.ts';
import { caseId, instantOf } from './stored-rows.ts';

/**
 * Makes its request and checks the answer, because a wrong answer makes the measurement invalid. `prepare` does the
 * work that comes before and is not measured.
 */
type Request = {
  prepare?: () => Promise<void>;
  run: () => Promise<Answer<unknown>>;
  isRight: (answer: Answer<unknown>) => boolean;
};

export type Requests = Record<(typeof requestNames)[number], Request>;

export const requestNames = [
  'create',
  'create, replay',
  'approve',
  'statement, first page',
  'statement, middle page',
  'statement, last page',
  'cashouts, first page',
  'cashouts, middle page',
  'cashouts, first page of ERROR',
  'cashouts, awaiting approval',
  'balance',
  'webhook list',
  'MED, first page',
  'MED, middle page',
  'MED, the only one that is CLOSED',
] as const;

/** The id of one cashout that each stage stores. It does not depend on the other rows. */
const known = randomUUID();

/** `before` is the number of entries that the account itself wrote. They have the first sequence numbers. */
type Stored = { before: number; entries: number; cases: number };

/** @param remove deletes these cashouts from the table */
export async function requestsOf(
  client: Client,
  { branch, number }: AccountRef,
  { before, entries, cases }: Stored,
  remove: (ids: readonly number[]) => Promise<void>,
): Promise<Requests> {
  const account = { source_account_branch_identifier: branch, source_account_number: number };
  const body = { ...account, amount: 10, key: 'fulano@example.com' };
  const statement = `/v3/account-statements/${branch}/${number}?start=2020-01-01&end=2099-01-01`;
  const entry = (row: number) => `&cursor_id=${before + row}&cursor_datetime=${instantOf(row)}`;
  const get = (path: string, rows: number): Request => ({
    run: () => client.get(path),
    isRight: ({ body }) => (body as { results: unknown[] }).results.length === rows,
  });
  const hasStatus = (status: string) => (answer: Answer<unknown>) =>
    (answer.body as { status: string }).status === status;
  const first = await client.post<{ id: number }>('/create-cashout', body, known);
  const open: number[] = [];
  const create = async () => {
    const answer = await client.post<{ id: number }>('/create-cashout', body, randomUUID());
    open.push(answer.body.id);
    return answer;
  };
  return {
    create: { run: create, isRight: hasStatus('NEW') },
    'create, replay': {
      run: () => client.post('/create-cashout', body, known),
      isRight: (answer) => (answer.body as { id: number }).id === first.body.id,
    },
    approve: {
      prepare: async () => void (await create()),
      run: () => client.post('/approve-cashout', { id: open.at(-1) }),
      isRight: hasStatus('PROCESSING'),
    },
    'statement, first page': get(statement, 50),
    'statement, middle page': get(statement + entry(entries / 2), 50),
    'statement, last page': get(statement + entry(51), 50),
    'cashouts, first page': get('/v3/cashouts', 50),
    'cashouts, middle page': get(
      `/v3/cashouts?cursor_id=1&cursor_datetime=${instantOf(entries / 2)}&cursor_direction=next`,
      50,
    ),
    'cashouts, first page of ERROR': get('/v3/cashouts?status=ERROR', 50),
    'cashouts, awaiting approval': {
      // This request searches the cashout in all open work of the account, so the open work of other requests' rounds
      // must be deleted first.
      prepare: () => remove(open.splice(0)),
      ...get('/v3/cashouts?awaiting=approval&to=2029-12-31&limit=1', 1),
    },
    balance: {
      run: () => client.get(`/v3/accounts/${branch}/${number}/balance`),
      isRight: ({ body }) => (body as { worked: boolean }).worked,
    },
    'webhook list': {
      run: () => client.get(`/api/webhooks?${new URLSearchParams(account)}`),
      isRight: ({ body }) => JSON.stringify(body).split('http://localhost/').length === 4,
    },
    'MED, first page': get('/v3/meds/', 50),
    'MED, middle page': get(`/v3/meds/?id=${caseId(cases / 2)}&dt=${instantOf(cases / 2)}`, 50),
    'MED, the only one that is CLOSED': get('/v3/meds/?infraction_report_status=CLOSED', 1),
  };
}
