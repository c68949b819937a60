// People approve, stop, resume and retry batches in the console, and see them on its pages.

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readSheetBatch } from '../../lib/batch/read-batch.ts';
import { readCsv } from '../../lib/batch/read-csv.ts';
import { lineFields } from '../../lib/batch/schemas.ts';
import { faultIn } from '../../lib/console/fault-words.ts';
import { type Proof, verifyProof } from '../../lib/sign-in/proof.ts';
import { setRules } from '../support/rules.ts';
import { csvOf, path, useBatchDesks } from './batch-desk.ts';
import { unbalanced } from './unbalanced.ts';

const desks = useBatchDesks();
const { its, openDesk, codeOf, wrong, send, asked, enrol, create, visit, run, sent, waiting } = desks;
const { rowOf, stepIn, confirmBatch: confirm, decideBatch, approve, upload } = desks;
const both = ['CREATE', 'APPROVE'];
const statusOf = async (id: string) => (await rowOf(id))?.status;
const proofsOf = async (id: string) =>
  (await its.used.stack.deps.audit.list(`approval:${id}`, 10)).map(({ details }) => details as Proof);

test('a batch is paid after an approver has seen its details and approved it with a code', async () => {
  const desk = await openDesk();
  const id = await waiting(desk);
  const page = await confirm(desk, id);
  expect(page).toContain('R$\u00a030.00');
  expect(page).toContain((await rowOf(id))?.contentDigest.slice(0, 16));
  expect(unbalanced(page)).toEqual([]);
  const done = await decideBatch(desk, stepIn(page), codeOf(desk));
  expect(done).toMatchObject({ status: 303, headers: { location: `${path}/${id}` } });
  expect(await rowOf(id)).toMatchObject({ status: 'PAYING', approvals: [{ by: desk.opened.user_id }] });
  expect((await visit(desk, `${path}/${id}`)).text).toContain('data-awaits="PAYING 0"');

  await run(id);
  const { text } = await visit(desk, `${path}/${id}`);
  expect(text).toContain(': Finished');
  expect(text).toContain('3 of 3 finished');
  expect(text).not.toContain('data-awaits');
  expect(text.match(/href="\/console\/cashouts\/\d+"/g)).toHaveLength(3);
  expect(await proofsOf(id)).toMatchObject([
    { kind: 'code', userId: desk.opened.user_id, step: { items: [{ batch: id, act: 'approve' }] } },
  ]);
});

test('before the approval of a payroll each line says what it is for, a CPF is written with points, and the batch can be cancelled', async () => {
  const desk = await openDesk();
  const lines = [
    { line_id: 'line-1', amount: 10, key: '39053344705', tag: 'Salary of May' },
    { line_id: 'line-2', amount: 10, key: '00000000000191', tag: '<i>Rent' },
  ];
  const page = await confirm(desk, await waiting(desk, 2, { lines }));
  for (const shown of [
    '390.533.447-05',
    '00.000.000/0001-91',
    '>Internal reference<',
    '<bdi>Salary of May</bdi>',
  ])
    expect(page).toContain(shown);
  expect(page).toContain('<bdi>&lt;i&gt;Rent</bdi>');
  expect(page).toMatch(/\/stop"[^>]*>Cancel batch<\/a>/);
});

test('a passkey approves a batch, and its signature covers the batch’s id, digest and action', async () => {
  const desk = await openDesk();
  const device = await enrol(desk);
  const id = await waiting(desk);
  const question = asked(await confirm(desk, id));
  await send(desk, 'batches/decide', { step: question.step, answer: device.get(question.asked) });
  expect(await statusOf(id)).toBe('PAYING');
  const [proof] = (await proofsOf(id)) as [Proof];
  expect(verifyProof(proof)).toBe('http://localhost:3000');
  const [item] = proof.step.items;
  for (const change of [{ batch: 'f'.repeat(32) }, { act: 'resume' }, { content_digest: 'f'.repeat(64) }]) {
    const items = [{ ...item, ...change }] as Proof['step']['items'];
    expect([change, verifyProof({ ...proof, step: { ...proof.step, items } })]).toEqual([change, undefined]);
  }
});

test('a step-up approves a batch only with the right code, once, in time and in the same session', async () => {
  const desk = await openDesk();
  const [id, other] = [await waiting(desk), await waiting(desk)];
  const code = codeOf(desk);
  const first = stepIn(await confirm(desk, id));
  const again = await decideBatch(desk, first, wrong(code));
  expect(again.text).toContain('The code is wrong or was already used');
  expect(await statusOf(id)).toBe('AWAITING_APPROVAL');
  const stranger = await openDesk();
  expect((await decideBatch(stranger, stepIn(again.text), codeOf(stranger))).text).toContain(
    'is no longer valid',
  );
  expect((await decideBatch(desk, stepIn(again.text), codeOf(desk))).status).toBe(303);
  expect((await decideBatch(desk, stepIn(again.text), codeOf(desk))).text).toContain('is no longer valid');
  const late = stepIn(await confirm(desk, other));
  its.wait(3);
  expect((await decideBatch(desk, late, codeOf(desk))).text).toContain('is no longer valid');
  expect(await statusOf(other)).toBe('AWAITING_APPROVAL');
});

test('a step-up for a batch cannot approve a payment, and a step-up for a payment cannot approve a batch', async () => {
  const desk = await openDesk();
  const [id, payment] = [await waiting(desk), await create(desk)];
  const [ofBatch, ofPayment] = [stepIn(await confirm(desk, id)), stepIn(await desks.confirm(desk, payment))];
  expect((await send(desk, 'decide', { step: ofBatch, code: codeOf(desk) })).text).toContain(
    'is no longer valid',
  );
  expect((await decideBatch(desk, ofPayment, codeOf(desk))).text).toContain('is no longer valid');
  expect([await statusOf(id), await desks.statusOf(desk, payment)]).toEqual(['AWAITING_APPROVAL', 'NEW']);
});

test('a batch is not approved if its content has changed since it was shown', async () => {
  const desk = await openDesk();
  const id = await waiting(desk);
  const step = stepIn(await confirm(desk, id));
  const own = its.used.stack.with({ now: () => its.clock.now });
  const get = async (one: string) => {
    const row = await own.batches.get(one);
    return row && { ...row, contentDigest: 'f'.repeat(64) };
  };
  its.using = { ...own, batches: { ...own.batches, get } };
  const { text } = await decideBatch(desk, step, codeOf(desk));
  its.using = undefined;
  expect(text).toContain('The data has changed since you saw it');
  expect(await statusOf(id)).toBe('AWAITING_APPROVAL');
});

test('a batch is not approved if the proof of its approval cannot be stored', async () => {
  const desk = await openDesk();
  const id = await waiting(desk);
  const step = stepIn(await confirm(desk, id));
  const own = its.used.stack.with({ now: () => its.clock.now });
  its.using = { ...own, audit: { ...own.audit, insert: () => Promise.reject(new Error('throttled')) } };
  expect((await decideBatch(desk, step, codeOf(desk))).status).toBe(500);
  its.using = undefined;
  expect(await statusOf(id)).toBe('AWAITING_APPROVAL');
});

test('a person without the right to approve sees no buttons, and a direct request is refused', async () => {
  const desk = await openDesk([]);
  const id = await waiting(desk);
  expect((await visit(desk, `${path}/${id}`)).text).not.toMatch(/confirm|\/stop|\/retry/);
  const page = await confirm(desk, id);
  expect([stepIn(page), page]).toEqual(['', expect.stringContaining('You have no permission to do this')]);
  for (const what of ['stop', 'retry'])
    expect((await visit(desk, `${path}/${id}/${what}`)).text).toContain('You have no permission to do this');
  const stopped = await send(desk, `batches/${id}/stop`, { reason: 'x' });
  expect(stopped.text).toContain('You have no permission to do this in this account');
  expect(await statusOf(id)).toBe('AWAITING_APPROVAL');
});

test('the creator of a batch is told that another person must approve it, and is not asked for a code', async () => {
  const desk = await openDesk(both);
  await setRules(its.used.stack, desk.company, { 'own-approval': { up_to: '0' } });
  const id = await sent(desk);
  const { text } = await visit(desk, `${path}/${id}`);
  expect(text).toContain('Another person must approve what you created');
  expect(text).not.toContain('/confirm');
  const page = await confirm(desk, id);
  expect([stepIn(page), page]).toEqual(['', expect.stringContaining('Another person must approve')]);
});

test('a stop of a batch requires a reason, and prevents the batch’s payments', async () => {
  const desk = await openDesk();
  const id = await waiting(desk);
  expect((await visit(desk, `${path}/${id}/stop`)).text).toContain('No new payment starts');
  const empty = await send(desk, `batches/${id}/stop`, { reason: ' ' });
  expect([empty.status, empty.text]).toEqual([422, expect.stringContaining('Enter a reason of at most 200')]);
  expect(await statusOf(id)).toBe('AWAITING_APPROVAL');
  expect((await send(desk, `batches/${id}/stop`, { reason: 'Wrong <b>month' })).status).toBe(303);
  const { text } = await visit(desk, `${path}/${id}`);
  expect(text).toContain('>Cancelled<');
  expect(text).toContain('Wrong &lt;b&gt;month');
  expect((await send(desk, `batches/${id}/stop`, { reason: 'again' })).text).toContain(
    'status of the batch has changed',
  );
});

test('a paused batch shows the cause and what to do, and is resumed with a code', async () => {
  const desk = await openDesk(both, { balance: 20 });
  const id = await waiting(desk);
  expect((await visit(desk, `${path}/${id}`)).text).toContain(
    'The available balance did not cover the batch',
  );
  await approve(desk, id);
  await run(id);
  const { text } = await visit(desk, `${path}/${id}`);
  expect(text).toContain(': Paused');
  expect(text).toContain('Add money to the account, then resume');
  const page = await confirm(desk, id);
  expect(page).toContain('>Resume payments<');
  expect((await decideBatch(desk, stepIn(page), codeOf(desk))).status).toBe(303);
  expect(await statusOf(id)).toBe('PAYING');
  expect((await proofsOf(id)).map(({ step }) => step.items)).toMatchObject([
    [{ act: 'resume' }],
    [{ act: 'approve' }],
  ]);
});

test('a retry of the unpaid lines makes a new batch if the person enters its correct totals', async () => {
  const desk = await openDesk(both);
  const id = await waiting(desk, 3, {}, (n) => (n === 2 ? 'am04@sandbox.pix' : `p${n}@sandbox.pix`));
  await approve(desk, id);
  await run(id);
  const { text } = await visit(desk, `${path}/${id}`);
  expect(text).toContain('>Failed<');
  const ofFailed = await visit(desk, `${path}/${id}?status=failed`);
  expect(ofFailed.text.match(/<bdi>line-\d<\/bdi>/g)).toEqual(['<bdi>line-2</bdi>']);
  const form = await visit(desk, `${path}/${id}/retry`);
  const [, key = ''] = /name="idempotency_key" value="([^"]+)"/.exec(form.text) ?? [];
  const retry = (total_lines: string, total_amount: string) =>
    send(desk, `batches/${id}/retry`, { idempotency_key: key, total_lines, total_amount });
  expect((await retry('2', '20')).text).toContain('must be the number of lines, which is 1');
  expect((await retry('one', '10')).status).toBe(422);
  const done = await retry('1', '10,00');
  expect(done.status).toBe(303);
  expect((await retry('1', '10,00')).headers.location).toBe(done.headers.location);
  const next = done.headers.location?.split('/').at(-1) ?? '';
  expect(await rowOf(next)).toMatchObject({ retryOf: id, lineCount: 1 });
  expect((await visit(desk, `${path}/${id}`)).text).toContain(`${path}/${next}`);
  const twice = { idempotency_key: randomUUID(), total_lines: '1', total_amount: '10' };
  expect((await send(desk, `batches/${id}/retry`, twice)).text).toContain('already in another batch');
});

test('the results of a batch are downloaded as a CSV file', async () => {
  const desk = await openDesk([]);
  const id = await waiting(desk);
  const { status, headers, text } = await desk.browser.visit(`${path}/${id}/results`);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="batch-${id.slice(0, 8)}.csv"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(text.trim().split('\r\n')).toHaveLength(4);
  expect(text).toContain('line-3');
});

test('the lines of a batch show a whole CPF only to people and clients who may create or approve', async () => {
  const desk = await openDesk([]);
  const [keyCpf, payeeCpf] = ['39053344705', '52998224725'];
  const lines = [
    { line_id: 'line-1', amount: 10, key: keyCpf },
    { line_id: 'line-2', amount: 10, key: 'p2@sandbox.pix', recipient_legal_id: payeeCpf },
  ];
  const id = await waiting(desk, 2, { lines });
  const approver = await its.openSignedIn(desk.company, ['APPROVE']);
  const viewed = [`${path}/${id}/results`, `${path}/${id}`];
  const asViewer = (await Promise.all(viewed.map((one) => desk.browser.visit(one)))).map(({ text }) => text);
  for (const text of asViewer) {
    expect(text).toContain('***.533.447-**');
    expect(text).toContain('***.982.247-**');
    for (const cpf of [keyCpf, payeeCpf]) expect(text).not.toContain(cpf);
  }
  const whole = (await approver.browser.visit(`${path}/${id}/results`)).text;
  for (const cpf of [keyCpf, payeeCpf]) expect(whole).toContain(cpf);

  const { client_id: client } = desk.company.tenant;
  const rights = { client, account: desk.at, permissions: [] };
  await its.used.stack.invoke('administer', { action: 'policy set', by: 'test', ...rights });
  const { results } = (await desk.company.get(`/v3/batches/${id}/lines`)).body;
  expect(JSON.stringify(results)).toContain('***.533.447-**');
  for (const cpf of [keyCpf, payeeCpf]) expect(JSON.stringify(results)).not.toContain(cpf);
});

test('the lines of a batch are paged, its counts add up, and markup in its name is escaped', async () => {
  const desk = await openDesk(both);
  const name = '<script>alert(1)</script>';
  const done = await upload(desk, csvOf(desk.company, 60), { name });
  const id = done.headers.location?.split('/').at(-1) ?? '';
  await run(id);
  const first = await visit(desk, `${path}/${id}`);
  expect(first.text).toContain('&lt;script&gt;alert(1)');
  expect(first.text).not.toContain(name);
  const [, next = ''] = /href="([^"]*after=[^"]+)#lines"/.exec(first.text) ?? [];
  const second = await visit(desk, next.replaceAll('&amp;', '&'));
  const linesIn = (text: string) => [...text.matchAll(/<bdi>(line-\d+)<\/bdi>/g)].map(([, one]) => one);
  expect([...linesIn(first.text), ...linesIn(second.text)]).toHaveLength(60);
  expect(first.text).toMatch(/>Queued<span[^>]*>60<\/span>/);
  expect(first.text).toMatch(/>Queued<\/span><b>R\$\u00a0600\.00</);
  for (const address of ['', '/stop', '/retry', '/confirm'])
    expect((await desk.browser.visit(`${path}/${id}${address}`)).text).not.toContain(name);
  expect((await visit(desk, path)).text).not.toContain(name);
  expect(await confirm(desk, id)).not.toContain(name);
  expect((await visit(desk, `${path}/${id}?status=any&after=x`)).status).toBe(200);
});

test('a batch with the payees and amounts of an earlier batch is shown as a possible duplicate', async () => {
  const desk = await openDesk(both);
  const [first, second] = [await waiting(desk), await waiting(desk)];
  const { text } = await visit(desk, `${path}/${second}`);
  expect(text).toContain('to the same payees as batch');
  expect(text).toContain(`${path}/${first}`);
  expect(await confirm(desk, second)).toContain('to the same payees as batch');
});

test('the batches of an account are listed newest first, in pages', async () => {
  const desk = await openDesk([]);
  const [first, second] = [await waiting(desk, 1), await waiting(desk, 2)];
  const [account] = desk.company.tenant.accounts;
  const at = `${account?.source_account_branch_identifier}/${account?.source_account_number}`;
  const idsIn = (text: string) => [...text.matchAll(/batches\/([\da-f]{32})"/g)].map(([, id]) => id);
  expect(idsIn((await visit(desk, path)).text)).toEqual([second, first]);
  const row = await rowOf(second);
  const older = await visit(desk, `${path}?account=${at}&before=${row?.createdAt}-${second}`);
  expect(idsIn(older.text)).toEqual([first]);
  expect((await visit(desk, `/console/accounts/${at}`)).text).toContain(`${path}?account=${at}`);
});

test('faults are translated into the person’s language, and an unknown message of the API is unchanged', async () => {
  for (const [message, pt, en] of [
    [
      'must be the number of lines, which is 3',
      'deve ser o número de linhas, que é 3',
      'must be the number of lines, which is 3',
    ],
    [
      'must be the same in the file and in the request',
      'deve ser a mesma no arquivo e na página',
      'must be the same in the file and on the page',
    ],
    ['key must be there once', 'key só pode aparecer uma vez', 'key must be there once'],
    ['something new', 'something new', 'something new'],
  ] as const)
    expect([faultIn('pt', message), faultIn('en', message)]).toEqual([pt, en]);
});

test('every fault in a file has a Portuguese translation', async () => {
  const account = {
    source_account_branch_identifier: '1',
    source_account_number: 'x',
    scheduled_for: 'soon',
  };
  const columns = [...Object.keys(account), ...lineFields, 'source_account_number'];
  const files = [
    '',
    'a,b\r\n1,2',
    columns.join(','),
    `${Object.keys(account).join(',')},line_id,amount,key\r\n1,2`,
    'line_id,amount\r\n1,2',
    'line_id,"amount\r\n1,2',
    '\0',
    [
      [...Object.keys(account), ...lineFields].join(','),
      ...[
        '',
        'x',
        '1',
        'a b',
        '1e5',
        ' 1 ',
        'R$ 1',
        '1.234',
        '1,2',
        '12345678901',
        '123456789',
        '\u0007',
        'é'.repeat(2_000),
      ].map((cell) => [...Object.values(account), ...lineFields.map(() => `"${cell}"`)].join(',')),
      ...['', 'key', 'recipient_account_number'].map((only) =>
        [...Object.values(account), ...lineFields.map((name) => (name === only ? '1' : ''))].join(','),
      ),
    ].join('\r\n'),
  ];
  const told = files.flatMap((file) =>
    ['utf-8', 'utf-16'].flatMap((charset) => {
      const read = readSheetBatch(
        readCsv(Buffer.from(file), charset),
        { name: '\u0007'.repeat(99), total_lines: 'x', total_amount: 'x' },
        true,
      );
      return 'lines' in read ? [] : [...read.faults, ...read.lineFaults].map(({ message }) => message);
    }),
  );
  expect(new Set(told).size).toBeGreaterThan(20);
  expect([...new Set(told)].filter((message) => faultIn('pt', message) === message)).toEqual([]);
});
