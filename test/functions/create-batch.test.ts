import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { xlsxType } from '../../lib/batch/file-types.ts';
import { linesTo, useBatches } from '../batch/scene.ts';
import { signed } from '../support/api.ts';

const its = useBatches();

describe('the creation of a batch', () => {
  test('a new batch is JUDGING, and the answer has its totals and its digest', async () => {
    const caller = await its.open();
    const { status, body } = await its.create(caller, linesTo(2), { name: 'November payroll' });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      worked: true,
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      ...caller.source,
      status: 'JUDGING',
      name: 'November payroll',
      total_lines: 2,
      total_amount: 20,
      content_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      same_lines_as: null,
      counts: { waiting: { lines: 2, amount: 20 }, paid: { lines: 0, amount: 0 } },
    });
  });

  test('a repeated create with the same key and content returns the same batch, and is marked as a replay', async () => {
    const caller = await its.open();
    const key = randomUUID();
    const first = await its.create(caller, linesTo(2), {}, key);
    const again = await its.create(caller, linesTo(2), {}, key.toUpperCase() as typeof key);

    expect([again.body.id, again.headers['idempotent-replayed']]).toEqual([first.body.id, 'true']);
  });

  test.each([
    ['another amount in one line', linesTo(2, 11), {}],
    ['another order of the lines', linesTo(2).reverse(), {}],
    ['another name', linesTo(2), { name: 'December' }],
  ])('a create with the same key and %s gives a 409', async (_, lines, more) => {
    const caller = await its.open();
    const key = randomUUID();
    await its.create(caller, linesTo(2), {}, key);

    expect((await its.create(caller, lines, more, key)).status).toBe(409);
  });

  test('concurrent creates with the same key store one batch', async () => {
    const caller = await its.open();
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => its.create(caller, linesTo(2), {}, key)));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  });

  test('a batch with the payees and amounts of an earlier batch names that batch, whatever the order of its lines', async () => {
    const caller = await its.open();
    const first = (await its.create(caller, linesTo(3))).body;
    const second = (await its.create(caller, linesTo(3).reverse())).body;
    const third = (await its.create(caller, linesTo(3))).body;
    const other = (await its.create(caller, linesTo(3, 11))).body;

    expect([second, third, other].map((batch) => batch.same_lines_as)).toEqual([first.id, second.id, null]);
  });

  test('one of two concurrent batches with the same lines names the other', async () => {
    const caller = await its.open();
    const answers = await Promise.all([its.create(caller, linesTo(3)), its.create(caller, linesTo(3))]);

    const [one, other] = answers.map(({ body }) => body);
    expect([
      [null, one.id],
      [other.id, null],
    ]).toContainEqual([one.same_lines_as, other.same_lines_as]);
  });

  test('a user can create at most fifty batches of an account per day, and colleagues have days of their own', async () => {
    const caller = await its.open();
    for (let count = 0; count < 50; count++) await its.create(caller, linesTo(1, count + 1));

    const { status, body, headers } = await its.create(caller, linesTo(1, 99));
    expect([status, body.message]).toEqual([429, 'User has created too many batches today']);
    // The clock is at 12:00 in São Paulo.
    expect(headers['retry-after']).toBe(String(12 * 3_600));
    expect((await its.create(await its.colleague(caller), linesTo(1, 99))).status).toBe(200);
  });

  test('one request can create a batch of 5,000 lines', async () => {
    const caller = await its.open();
    const { body } = await its.create(caller, linesTo(5_000));

    expect((await its.linesOf(body.id)).map(({ record }) => record)).toEqual(
      Array.from({ length: 5_000 }, (_, index) => index + 1),
    );
  });
});

describe('the refusal of a batch', () => {
  test('a 422 counts all faults and lists the first hundred by line, without any value', async () => {
    const caller = await its.open();
    const lines = linesTo(150).map((line, index) =>
      index % 10 === 9 ? line : { ...line, amount: 'secret' },
    );
    const { status, body } = await its.create(caller, lines, { total_amount: 1500 });

    expect(status).toBe(422);
    expect(body.detail).toBe('Validation error: 135 faults, of which the first 100 are listed');
    expect(body.errors).toHaveLength(100);
    expect(body.errors[0]).toEqual({
      record: 1,
      line_id: 'line-1',
      field: 'amount',
      message: expect.any(String),
    });
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  test('a refused batch is not stored, and does not use up its key', async () => {
    const caller = await its.open();
    const key = randomUUID();
    expect((await its.create(caller, linesTo(2), { total_lines: 3 }, key)).status).toBe(422);
    const { source_account_branch_identifier, source_account_number } = caller.source;
    const path = `/v3/batches?${new URLSearchParams({ source_account_branch_identifier, source_account_number })}`;
    expect((await caller.get(path)).body.results).toEqual([]);

    expect((await its.create(caller, linesTo(2), {}, key)).status).toBe(200);
  });

  test('a create without an idempotency key is refused', async () => {
    const caller = await its.open();
    const body = { ...caller.source, total_lines: 1, total_amount: 10, lines: linesTo(1) };
    const answer = await caller.post('/v3/batches', body);

    expect(answer.body.errors).toEqual([{ field: 'idempotency-key', message: 'is required' }]);
  });

  test.each([
    ['4 MB', 0, 422, 'must be JSON in UTF-8 without duplicate fields'],
    ['a byte more than 4 MB', 1, 422, 'must be at most 4 MB'],
  ])('a body without JSON is refused for its size only above 4 MB: %s', async (_, more, status, message) => {
    const caller = await its.open();
    const body = ' '.repeat(4 * 1_024 * 1_024 + more);
    const answer = await its.send({
      method: 'POST',
      path: '/v3/batches',
      headers: {
        authorization: `Bearer ${caller.token}`,
        hmac: signed(caller.tenant.hmac_secret, body),
        'idempotency-key': randomUUID(),
      },
      body,
    });

    expect([answer.status, answer.body.errors]).toEqual([status, [{ field: 'body', message }]]);
  });

  test('a batch of 5,001 lines is refused', async () => {
    const caller = await its.open();
    const { body } = await its.create(caller, linesTo(5_001));

    expect(body.errors).toContainEqual({ field: 'lines', message: 'must have at most 5000 lines' });
  });

  test('a batch scheduled for a past day is refused, like a single cashout', async () => {
    const caller = await its.open();
    const { body } = await its.create(caller, linesTo(1), { scheduled_for: '2031-06-09' });

    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(['scheduled_for']);
  });

  test('a web client cannot create a batch', async () => {
    const caller = await its.used.newCaller({ audience: 'web' });

    expect((await its.create(caller, linesTo(1))).status).toBe(401);
  });
});

describe('a batch as CSV', () => {
  const text = (caller: { source: Record<string, string> }, delimiter: string, amount: string) =>
    [
      ['source_account_branch_identifier', 'source_account_number', 'line_id', 'amount', 'key'],
      [...Object.values(caller.source), 'ana', amount, 'ana@sandbox.pix'],
      [...Object.values(caller.source), 'bia', amount, "'+5511999998888"],
    ]
      .map((cells) => cells.join(delimiter))
      .join('\r\n');

  test.each([
    ['commas', ',', '10.50'],
    ['semicolons and a decimal comma', ';', '10,50'],
  ])('a CSV with %s makes the same batch as JSON', async (_, delimiter, amount) => {
    const caller = await its.open();
    const key = randomUUID();
    const csv = await its.createCsv(
      caller,
      text(caller, delimiter, amount),
      { total_lines: '2', total_amount: '21.00' },
      key,
    );
    const lines = [
      { line_id: 'ana', amount: 10.5, key: 'ana@sandbox.pix' },
      { line_id: 'bia', amount: 10.5, key: '+5511999998888' },
    ];
    const json = await its.create(caller, lines, {}, key);

    expect([csv.status, json.body.id, json.headers['idempotent-replayed']]).toEqual([
      200,
      csv.body.id,
      'true',
    ]);
  });

  test('each fault of a CSV names the row of the file', async () => {
    const caller = await its.open();
    const { body } = await its.createCsv(caller, text(caller, ',', '1E+3'), {
      total_lines: '2',
      total_amount: '21.00',
    });

    expect(body.errors[0]).toEqual({
      record: 1,
      row: 2,
      line_id: 'ana',
      field: 'amount',
      message: 'is in scientific form: format the column with two decimal places',
    });
  });
});

describe('a batch as a spreadsheet', () => {
  const file = readFileSync(join(import.meta.dirname, '../batch/files/libreoffice.xlsx'));
  const totals = { total_lines: '2', total_amount: '1260.90' };

  test('a signed .xlsx makes a batch of the account that the query names', async () => {
    const caller = await its.open();
    const { status, body } = await its.createFile(caller, file, xlsxType, { ...totals, ...caller.source });

    expect([status, body]).toMatchObject([
      200,
      { status: 'JUDGING', total_amount: 1260.9, ...caller.source },
    ]);
  });

  test('a spreadsheet without an account, or as CSV, is refused, and uses up no key', async () => {
    const caller = await its.open();
    const key = randomUUID();
    const missing = await its.createFile(caller, file, xlsxType, totals, key);
    expect([missing.status, missing.body.errors[0].field]).toEqual([422, 'header']);
    const wrong = await its.createFile(caller, file, 'text/csv; charset=windows-1252', totals, key);
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([422, 'content-type']);
    expect((await its.createFile(caller, file, xlsxType, { ...totals, ...caller.source }, key)).status).toBe(
      200,
    );
  });
});
