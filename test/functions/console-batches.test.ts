import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { csvOf, path, useBatchDesks } from '../console/batch-desk.ts';
import { unbalanced } from '../console/unbalanced.ts';

const { its, openDesk, upload, visit, sent, rowOf } = useBatchDesks();
const maker = ['CREATE'];
const faultsIn = (text: string) =>
  [
    ...text.matchAll(
      /<td[^>]*>(\d*)<\/td><th[^>]*>(?:<bdi>)?([^<]*)(?:<\/bdi>)?<\/th><td[^>]*>(?:<bdi>)?([^<]*)(?:<\/bdi>)?<\/td><td[^>]*>([^<]*)/g,
    ),
  ].map(([, ...cells]) => cells);
/** Returns the labels of the fields that say what is wrong with them. */
const wrongFieldsIn = (text: string) =>
  [
    ...text.matchAll(
      /<label for="(\w+)">([^<]*)<\/label><(?:input|select) id="\1"[^>]* aria-invalid="true" aria-describedby="\1-note"(?:(?!<\/p>).)*<span class="hint bad" id="\1-note" role="alert">[^<]+/g,
    ),
  ].map(([, , label]) => label);

test('an uploaded file becomes a batch that is being checked', async () => {
  const desk = await openDesk(maker);
  const { text } = await visit(desk, path);
  expect(text).toContain('enctype="multipart/form-data"');
  const [, key = ''] = /name="idempotency_key" value="([^"]+)"/.exec(text) ?? [];
  const done = await upload(desk, csvOf(desk.company, 3), { idempotency_key: key, name: 'November' });
  expect(done).toMatchObject({
    status: 303,
    headers: { location: expect.stringMatching(/^\/console\/batches\/[\da-f]{32}$/) },
  });

  const shown = await visit(desk, done.headers.location ?? '');
  expect(shown.text).toContain('November: Being checked');
  expect(shown.text).toContain('data-awaits="JUDGING 0"');
  const list = await visit(desk, path);
  expect(list.text).toContain('November');
  expect(list.text).toContain('0 of 3 finished');
  expect(list.text).toContain('R$\u00a030.00');
});

test('a form that is submitted twice makes one batch, and a different file under the same idempotency key is refused', async () => {
  const desk = await openDesk(maker);
  const key = { idempotency_key: randomUUID() };
  const answers = [
    await upload(desk, csvOf(desk.company, 2), key),
    await upload(desk, csvOf(desk.company, 2), key),
  ];
  expect(new Set(answers.map(({ headers }) => headers.location)).size).toBe(1);
  const other = await upload(desk, csvOf(desk.company, 3), key);
  expect(other.status).toBe(422);
  expect(other.text).toContain('This page was already used for another file');
});

test('an invalid file is reported line by line, and nothing is stored', async () => {
  const desk = await openDesk(maker);
  const wrong = csvOf(desk.company, 2, ['line-3,ten,p@sandbox.pix', 'line-1,10.00,<b>x']);
  const { status, text } = await upload(desk, wrong);
  expect(status).toBe(422);
  expect(unbalanced(text)).toEqual([]);
  expect(text).toContain('No batch was created');
  expect(faultsIn(text)).toEqual([
    ['4', 'amount', 'ten', 'must have digits only'],
    ['5', 'key', '&lt;b&gt;x', 'is not a Pix key'],
    ['5', 'line_id', 'line-1', 'must be there once'],
  ]);
  expect(text).not.toContain('<b>x');
  expect((await visit(desk, path)).text).toContain('No batch yet');
});

test('the report of an invalid file lists the first hundred faults and counts all faults', async () => {
  const desk = await openDesk(maker);
  const many = Array.from({ length: 130 }, (_, n) => `x-${n},0,p@sandbox.pix`);
  const { text } = await upload(desk, csvOf(desk.company, 1, many));
  expect(text).toContain('130 errors (the first 100 are below)');
  expect(faultsIn(text)).toHaveLength(100);
});

test.each([
  ['a wrong number of lines', { total_lines: '4' }, 'Number of lines'],
  ['a wrong sum', { total_amount: '30,01' }, 'Total amount in reais, such as 1,234.56'],
  ['an ambiguous sum', { total_amount: '1.234' }, 'Total amount in reais, such as 1,234.56'],
  ['no number of lines', { total_lines: '' }, 'Number of lines'],
  ['a name with a control character', { name: 'a\u0007b' }, 'Batch name (optional)'],
] as const)('a form with %s is refused, and is shown again with its input', async (_, more, field) => {
  const desk = await openDesk(maker);
  const { status, text } = await upload(desk, csvOf(desk.company, 3), { name: 'November', ...more });
  expect(status).toBe(422);
  expect(text).toContain('1 error. No batch was created');
  expect(wrongFieldsIn(text)).toEqual([field]);
  expect(faultsIn(text)).toEqual([]);
  const typed = { total_lines: '3', ...more }.total_lines;
  expect(text).toMatch(new RegExp(`name="total_lines" value="${typed}"[^>]* inputmode="numeric" required`));
  expect((await visit(desk, path)).text).toContain('No batch yet');
});

test('a file in Windows-1252 is recognised, and a refusal says how the file was read', async () => {
  const desk = await openDesk(maker);
  const account = Object.values(desk.company.source).join(';');
  const text = `${Object.keys(desk.company.source).join(';')};line_id;amount;key;tag\r\n${account};1;10,00;p1@sandbox.pix;salário`;
  const file = new Blob([Buffer.from(text, 'latin1')]);
  expect((await upload(desk, text, { file })).status).toBe(303);
  const wrong = new Blob([Buffer.from(text.replace('10,00', '1.000'), 'latin1')]);
  const { text: told } = await upload(desk, text, { file: wrong });
  expect(told).toContain('Read as CSV in WINDOWS-1252, with “;” between the cells.');
  expect(faultsIn(told)).toEqual([
    ['2', 'amount', '1.000', 'may mean two amounts: write two decimal places'],
  ]);
});

test('a form is refused if it has no file, an empty file or an invalid idempotency key, or if it is truncated', async () => {
  const desk = await openDesk(maker);
  const text = csvOf(desk.company, 1);
  for (const more of [{ file: '' }, { file: new Blob([]) }, { idempotency_key: 'x' }]) {
    const answer = await upload(desk, text, more);
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('Choose a file')]);
  }
  const type = { 'content-type': 'multipart/form-data; boundary=x' };
  const cut = await desk.browser.post(
    `${path}/send`,
    '--x\r\ncontent-disposition: form-data; name="file"',
    type,
  );
  expect(cut.status).toBe(422);
});

test('a batch can be uploaded only by the console’s own form, and only to the path of that form', async () => {
  const desk = await openDesk(maker);
  const text = csvOf(desk.company, 1);
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: '' },
    { 'sec-fetch-site': 'cross-site' },
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
  ])
    expect([headers, (await upload(desk, text, {}, headers)).status]).toEqual([headers, 403]);
  const form = new FormData();
  form.set('reason', 'x');
  for (const other of [`${path}/${'0'.repeat(32)}/stop`, '/console/reject', `${path}/decide`])
    expect([other, (await desk.browser.upload(other, form)).status]).toEqual([other, 403]);
  expect(
    (
      await its
        .newVisitor()
        .post(`${path}/send`, '--x--', { 'content-type': 'multipart/form-data; boundary=x' })
    ).status,
  ).toBe(303);
  expect((await visit(desk, path)).text).toContain('No batch yet');
});

test('a file above the limit of the API is refused', async () => {
  const desk = await openDesk(maker);
  const { status, text } = await upload(desk, 'x'.repeat(4 * 1_024 * 1_024));
  expect(status).toBe(422);
  expect(text).toContain('too large');
  const small = await desk.browser.post(`${path}/decide`, 'x'.repeat(65 * 1_024), {});
  expect(small.status).toBe(422);
});

test('an upload requires the right to create payments, and an account of another company is not found', async () => {
  const [viewer, other] = [await openDesk(['APPROVE']), await openDesk(maker)];
  expect((await visit(viewer, path)).text).not.toContain('multipart');
  expect((await upload(viewer, csvOf(viewer.company, 1))).text).toContain('You cannot create payments');
  expect((await upload(other, csvOf(viewer.company, 1))).text).toContain(
    'does not exist, or you have no access to it',
  );
});

test('the pages and forms of another company’s batch give a 404', async () => {
  const [desk, other] = [await openDesk(['CREATE', 'APPROVE']), await openDesk(['CREATE', 'APPROVE'])];
  const id = await sent(desk);
  for (const address of [
    `${path}/${id}`,
    `${path}/${id}/results`,
    `${path}/${id}/stop`,
    `${path}/${id}/retry`,
  ])
    expect([address, (await other.browser.visit(address)).status]).toEqual([address, 404]);
  for (const [what, form] of [
    ['confirm', []],
    ['stop', [['reason', 'x']]],
    [
      'retry',
      [
        ['total_lines', '1'],
        ['total_amount', '1'],
        ['idempotency_key', randomUUID()],
      ],
    ],
  ] as const)
    expect([what, (await other.browser.send(`${path}/${id}/${what}`, form)).status]).toEqual([what, 404]);
  const [account] = desk.company.tenant.accounts;
  const at = `${account?.source_account_branch_identifier}/${account?.source_account_number}`;
  expect((await other.browser.visit(`${path}?account=${at}`)).status).toBe(404);
  expect((await rowOf(id))?.status).toBe('AWAITING_APPROVAL');
});

test('a person without a session returns to the page of batches after the sign-in', async () => {
  const person = its.newPerson();
  const company = await its.newCompany();
  await its.openPerson(company, person, []);
  const browser = its.newVisitor();
  const { path: at } = await browser.visit(path);
  expect(at).toMatch(/sign-in\?to=%2Fconsole%2Fbatches$/);
  expect((await browser.signIn(person, path)).path).toBe(path);
});
