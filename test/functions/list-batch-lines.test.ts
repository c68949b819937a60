import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { linesTo, type SentLine, useBatches } from '../batch/scene.ts';
import type { Caller } from '../support/api.ts';

const its = useBatches();

/** Creates a batch of which three lines are paid, and the second and the last line fail. */
async function finished() {
  const caller = await its.open();
  const lines = linesTo(5, 10, (n) => (n === 2 || n === 5 ? 'ab09@sandbox.pix' : `p${n}@sandbox.pix`));
  const batch = await its.waiting(caller, lines);
  await its.approve(caller, batch);
  await its.finish(batch.id);
  return { caller, id: batch.id as string };
}

/** Returns all pages with this number of lines, by following their next URLs. */
async function pages(caller: Caller, path: string, limit: number) {
  const found: SentLine[][] = [];
  for (let next: string | null = `${path}?limit=${limit}`; next; ) {
    const { body } = await caller.get(next.replace(/^https?:\/\/[^/]+/, ''));
    found.push(body.results);
    next = body.next;
  }
  return found;
}

test('failed lines are listed first, then the other lines in the order sent, in pages of any size', async () => {
  const { caller, id } = await finished();
  const found = await pages(caller, `/v3/batches/${id}/lines`, 2);

  expect(found.map((page) => page.map(({ line_id, status }) => [line_id, status]))).toEqual([
    [
      ['line-2', 'failed'],
      ['line-5', 'failed'],
    ],
    [
      ['line-1', 'paid'],
      ['line-3', 'paid'],
    ],
    [['line-4', 'paid']],
  ]);
});

test('a list filtered by status has only the lines of that status, each with its cashout and reason', async () => {
  const { caller, id } = await finished();
  const { body } = await caller.get(`/v3/batches/${id}/lines?status=failed`);

  expect(body.results).toHaveLength(2);
  expect(body.results[0]).toMatchObject({
    record: 2,
    line_id: 'line-2',
    amount: 10,
    key: 'ab09@sandbox.pix',
    status: 'failed',
    id: expect.any(Number),
    erro_descriptor: 'AB09 - Erro no participante recebedor',
  });
});

test('the lines as CSV are in the order sent, with their results, and the failed lines can be sent again as a batch', async () => {
  const { caller, id } = await finished();
  const answer = await its.send({
    method: 'GET',
    path: `/v3/batches/${id}/lines`,
    headers: { authorization: `Bearer ${caller.token}`, accept: 'text/csv' },
  });
  const { data, errors } = Papa.parse<Record<string, string>>(answer.body.trim(), { header: true });

  expect([answer.headers['content-type'], errors]).toEqual(['text/csv; charset=utf-8; header=present', []]);
  expect(data.map(({ line_id, status, erro_descriptor }) => [line_id, status, erro_descriptor])).toEqual([
    ['line-1', 'paid', ''],
    ['line-2', 'failed', 'AB09 - Erro no participante recebedor'],
    ['line-3', 'paid', ''],
    ['line-4', 'paid', ''],
    ['line-5', 'failed', 'AB09 - Erro no participante recebedor'],
  ]);
  expect(data[0]?.end_to_end_id).toMatch(/^E\d{8}/);

  const columns = ['source_account_branch_identifier', 'source_account_number', 'line_id', 'amount', 'key'];
  const failed = data.filter(({ status }) => status === 'failed');
  const text = Papa.unparse({ fields: columns, data: failed.map((row) => columns.map((name) => row[name])) });
  const again = await its.createCsv(caller, text, { total_lines: '2', total_amount: '20.00' });
  expect([again.status, again.body.total_lines]).toEqual([200, 2]);
});

test('a name that looks like a formula is exported as text, and is read back unchanged', async () => {
  const caller = await its.open();
  const name = '=HYPERLINK("https://evil.test")';
  const line = {
    line_id: 'one',
    amount: 10,
    recipient_account_branch: '1',
    recipient_account_number: '123',
    recipient_account_number_digit: '4',
    recipient_account_type: 'CURRENT_ACCOUNT',
    recipient_account_model: 'Movement',
    recipient_name: name,
    recipient_legal_id: '12345678909',
    recipient_instution: '60701190',
  };
  const { body } = await its.create(caller, [line]);
  const answer = await its.send({
    method: 'GET',
    path: `/v3/batches/${body.id}/lines`,
    headers: { authorization: `Bearer ${caller.token}`, accept: 'text/csv' },
  });
  const { data } = Papa.parse<Record<string, string>>(answer.body.trim(), { header: true });
  expect(data[0]?.recipient_name).toBe(`'${name}`);

  const results = ['status', 'id', 'end_to_end_id', 'erro_descriptor'];
  const columns = Object.keys(data[0] ?? {}).filter((column) => !results.includes(column));
  const text = Papa.unparse({
    fields: columns,
    data: data.map((row) => columns.map((column) => row[column])),
  });
  const again = await its.createCsv(caller, text, { total_lines: '1', total_amount: '10.00' });
  expect((await its.linesOf(again.body.id))[0]?.request.recipient?.name).toBe(name);
});
