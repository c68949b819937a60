import { XMLParser } from 'fast-xml-parser';
import Papa from 'papaparse';
import { beforeAll, expect, test } from 'vitest';
import { type Caller, statementPath } from '../support/api.ts';
import { fillStatement } from '../support/filled-statement.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
let caller: Caller;
beforeAll(async () => {
  caller = await used.newCaller();
  const { source_account_branch_identifier: branch, source_account_number: number } = caller.source;
  await fillStatement(used.stack, { branch, number }, [[new Date('2031-05-01T12:00:00Z'), 5]]);
});

const get = (accept: string | undefined, query = '') =>
  used.send({
    method: 'GET',
    path: statementPath(caller.source, query),
    headers: { authorization: `Bearer ${caller.token}`, ...(accept === undefined ? {} : { accept }) },
  }) as Promise<{ status: number; body: unknown; headers: Record<string, string> }>;

test('a statement request whose Accept header names no supported file format gets the usual JSON answer', async () => {
  const plain = await get(undefined);
  expect(plain.headers['content-type']).toBe('application/json');
  for (const accept of ['*/*', 'application/json', 'application/pdf', 'text/html,application/xml;q=0.9'])
    expect([accept, (await get(accept)).body]).toEqual([accept, plain.body]);
});

test('a CSV page has the entries of the page, oldest first, and a link to the next page', async () => {
  const { status, body, headers } = await get('text/csv', '&limit=2&locale=pt-BR');
  const { data } = Papa.parse<Record<string, string>>(body as string, { header: true, skipEmptyLines: true });

  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
  expect(data.map((row) => [row.Código, row.Movimento, row.Saldo])).toEqual([
    ['5', '12,34', '10049,36'],
    ['6', '12,34', '10061,70'],
  ]);
  const [, next = ''] = /^<([^>]+)>; rel="next"$/.exec(headers.link ?? '') ?? [];
  expect(new URL(next).searchParams.get('locale')).toBe('pt-BR');
});

test('a camt.053 page has the balances exactly before its first and after its last entry', async () => {
  const read = async (query: string) => {
    const { body } = await get('application/xml', query);
    const { Stmt } = new XMLParser({ parseTagValue: false }).parse(body as string).Document.BkToCstmrStmt;
    return Stmt.Bal.map(({ Amt }: { Amt: string }) => Amt);
  };
  expect(await read('')).toEqual(['0.00', '10061.70']);
  expect(await read('&limit=2')).toEqual(['10037.02', '10061.70']);
  expect(await read('&limit=2&cursor_id=5')).toEqual(['10012.34', '10037.02']);
  // These pages have no entries: one before the first entry, and one after the last entry.
  expect(await read('&cursor_id=1')).toEqual(['0.00', '0.00']);
  expect(await read('&cursor_id=6&cursor_direction=previous')).toEqual(['10061.70', '10061.70']);
});

test('an OFX page has the content type of OFX and the closing balance', async () => {
  const { body, headers } = await get('application/x-ofx');
  expect(headers['content-type']).toBe('application/x-ofx');
  expect(body).toContain('<BALAMT>10061.70</BALAMT>');
});

test('a wrong CSV locale gets a 422 that names the field, and a wrong range gets the same 422 in every format', async () => {
  const wrong = await get('text/csv', '&locale=klingon');
  expect([wrong.status, (wrong.body as { errors: unknown }).errors]).toEqual([
    422,
    [{ field: 'locale', message: 'must be en or pt-BR' }],
  ]);
  const [json, csv] = [await get(undefined, '&limit=0'), await get('text/csv', '&limit=0')];
  expect([csv.status, csv.body]).toEqual([422, json.body]);
});
