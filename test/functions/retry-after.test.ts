// Retry-After tells a caller when to poll again. It depends on the settings of the stage.

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { takeStep } from '../../lib/payout/take-step.ts';
import { type Answer, accountQuery, sendInProcess } from '../support/api.ts';
import { chargeBack, path, payQrCode } from '../support/chargebacks.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack({ settings: { RETRY_FIRST_SECONDS: '7', CHARGEBACK_POLL_SECONDS: '11' } });

const told = ({ body, headers }: Answer) => [body.status, headers['retry-after']];

test('every answer for a PROCESSING cashout has Retry-After, and no answer for a NEW or ended cashout has one', async () => {
  const caller = await used.newCaller();
  const body = { ...caller.source, amount: 1, key: 'fulano@example.com' };
  const headers = { 'idempotency-key': randomUUID() };

  const created = await caller.post('/create-cashout', body);
  expect(told(created)).toEqual(['NEW', undefined]);
  const approved = await caller.post('/approve-cashout', { id: created.body.id });
  expect(told(approved)).toEqual(['PROCESSING', '7']);

  const both = await caller.post('/create-cashout-self-approve', body, headers);
  expect(told(both)).toEqual(['PROCESSING', '7']);
  const replayed = await caller.post('/create-cashout-self-approve', body, headers);
  expect(told(replayed)).toEqual(['PROCESSING', '7']);
  expect(replayed.headers['idempotent-replayed']).toBe('true');
  const byId = `/v3/cashouts/${both.body.id}`;
  const byKey = `/v3/cashouts?${accountQuery(caller.source, `&idempotency_key=${headers['idempotency-key']}`)}`;
  for (const place of [byId, byKey]) expect(told(await caller.get(place))).toEqual(['PROCESSING', '7']);

  await takeStep(used.stack.deps, both.body.id);
  for (const place of [byId, byKey]) expect(told(await caller.get(place))).toEqual(['SUCCESS', undefined]);
  const ended = await caller.post('/create-cashout-self-approve', body, headers);
  expect(told(ended)).toEqual(['SUCCESS', undefined]);
});

test('Retry-After grows with the service’s own polling delay, up to half a minute', async () => {
  const caller = await used.newCaller();
  const body = { ...caller.source, amount: 1, key: 'unknown@sandbox.pix' };
  const headers = { 'idempotency-key': randomUUID() };
  const { id } = (await caller.post('/create-cashout-self-approve', body, headers)).body;
  const { cashouts } = used.stack.deps;
  const seconds: string[][] = [];

  for (let tries = 0; tries < 5; tries++) {
    const answers = [
      await caller.get(`/v3/cashouts/${id}`),
      await caller.post('/create-cashout-self-approve', body, headers),
    ];
    seconds.push(answers.map((answer) => answer.headers['retry-after'] ?? 'none'));
    const row = await cashouts.get(id);
    expect(row?.tries).toBe(tries);
    if (row) await cashouts.noteUnknown(row, new Date().toISOString());
  }

  // After the first attempt the service waits 7 seconds, then 14, then 28.
  expect(seconds).toEqual([
    ['7', '7'],
    ['7', '7'],
    ['14', '14'],
    ['28', '28'],
    ['30', '30'],
  ]);
});

test.each([
  ['local', '11', '11'],
  // The contract requires at least 30 seconds between two polls.
  ['staging', '11', '30'],
  ['production', '30', '30'],
  ['production', '45', '45'],
])(
  'in stage %s, where the network is polled after %s seconds, a PENDING chargeback has Retry-After %s',
  async (stage, poll, seconds) => {
    const caller = await used.newCaller();
    const { qr_code_id } = await payQrCode(used.stack, caller);
    const { deps } = used.stack;
    const config = { ...deps.config, STAGE: stage, CHARGEBACK_POLL_SECONDS: Number(poll) };
    const send = sendInProcess(used.stack, { ...deps, config });
    const authorization = { authorization: `Bearer ${caller.token}` };
    const body = JSON.stringify({ qr_code_id, information: 'test', amount: '40.00' });

    const asked = await send({ method: 'POST', path, headers: authorization, body });
    const seen = await send({
      method: 'GET',
      path: `${path}status?id=${asked.body.id}`,
      headers: authorization,
    });

    expect([told(asked), told(seen)]).toEqual([
      ['PENDING', seconds],
      ['PENDING', seconds],
    ]);
  },
);

test('the answer for an ended chargeback has no Retry-After', async () => {
  const [payer, payee] = [await used.newCaller(), await used.newCaller()];
  const { source_account_branch_identifier: branch, source_account_number: number } = payer.source;
  const { qr_code_id } = await payQrCode(used.stack, payee, { payer: { branch, number } });

  const asked = await chargeBack(payee, qr_code_id, 40);
  const seen = await payee.get(`${path}status?id=${asked.body.id}`);

  expect([told(asked), told(seen)]).toEqual([
    ['SUCCESS', undefined],
    ['SUCCESS', undefined],
  ]);
});
