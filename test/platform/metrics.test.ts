import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import { pollChargeback } from '../../lib/chargeback/poll-chargeback.ts';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { pollNetwork } from '../../lib/incoming/poll-network.ts';
import type { NetworkEvent } from '../../lib/network/event.ts';
import { endCashout } from '../../lib/payout/end-cashout.ts';
import { retryLater } from '../../lib/payout/retry-later.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { findMissingDeliveries } from '../../lib/recovery/find-missing-deliveries.ts';
import { resumeStalled } from '../../lib/recovery/resume-stalled.ts';
import { deliverWebhook } from '../../lib/webhook/deliver-webhook.ts';
import type { DeliveryMessage } from '../../lib/webhook/delivery.ts';
import { root } from '../../local/service.ts';
import { openCaller, openTenant, sandbox, sendInProcess } from '../support/api.ts';
import { chargeBack, payQrCode } from '../support/chargebacks.ts';
import { losingAnswers } from '../support/faults.ts';
import { type AnswerWith, openPlainReceiver } from '../support/receiver.ts';
import { type Counted, collecting } from '../support/stack.ts';
import { useStack } from '../support/use-stack.ts';
import { accountOf } from '../support/watches.ts';
import { heldQueues, register, tell } from '../support/webhooks.ts';

const settings = { CHARGEBACK_POLL_SECONDS: '30', WEBHOOK_LADDER_SECONDS: '5', RESUME_AFTER_SECONDS: '60' };
const used = useStack({ settings });
/** In this stack no rows of other tests are due. */
const alone = useStack({ settings });

/** Opens a company with a clock that the test sets, and collects the metrics from then on. */
async function openCase({ stack: whole } = used) {
  const counted: Counted[] = [];
  let time = Date.parse('2027-03-01T12:00:00.000Z');
  const held = heldQueues(whole);
  const queues = { ...held.queues, send: async () => {} };
  const world = { metrics: collecting(counted), now: () => new Date(time), queues };
  const deps = whole.with(world);
  const send = sendInProcess(whole, deps);
  const caller = await openCaller(send, await openTenant(send));
  const stack = { ...whole, deps };
  return {
    caller,
    send,
    deps,
    stack,
    counted,
    messages: held.messages,
    /** Returns the same dependencies with some of them replaced, for example by faults. */
    with: (other: Parameters<typeof stack.with>[0]) => whole.with({ ...world, ...other }),
    later: (seconds: number) => {
      time += seconds * 1000;
    },
    async create(key: string, headers: Record<string, string> = {}) {
      const body = { ...caller.source, amount: 10, key };
      return (await caller.post('/create-cashout', body, headers)).body.id as number;
    },
    async selfApprove(key: string, amount = 10) {
      const body = { ...caller.source, amount, key };
      return (await caller.post('/create-cashout-self-approve', body)).body.id as number;
    },
  };
}

const selfApproved: Counted[] = [
  ['CashoutsCreated', 1],
  ['CashoutsApproved', 1],
];

describe('the metrics of a cashout', () => {
  test('a cashout counts as created, approved and settled, with the time from its approval to its end', async () => {
    const one = await openCase();
    const id = await one.create('fulano@example.com');
    one.later(60);
    await one.caller.post('/approve-cashout', { id });
    one.later(2);

    await takeStep(one.deps, id);
    await takeStep(one.deps, id);

    expect(one.counted).toEqual([
      ...selfApproved,
      ['CashoutsSettled', 1],
      ['TimeToFinal', 2_000],
      ['CashoutInTime', 1],
    ]);
  });

  test.each([
    ['am04@sandbox.pix', 10, 'CashoutsFailed'],
    ['ds04@sandbox.pix', 10, 'CashoutsCancelled'],
    ['fulano@example.com', 99_999, 'CashoutsFailed'],
  ] as const)('a cashout to %s of the amount %d counts as %s', async (key, amount, name) => {
    const one = await openCase();
    const id = await one.selfApprove(key, amount);

    await takeStep(one.deps, id);

    expect(one.counted).toEqual([...selfApproved, [name, 1], ['TimeToFinal', 0], ['CashoutInTime', 1]]);
  });

  test('a cashout of unknown outcome counts with its age, and its end counts once the end is known', async () => {
    const one = await openCase();
    const id = await one.selfApprove('timeout@sandbox.pix');
    one.later(3);
    await takeStep(one.deps, id);
    one.later(4);

    await takeStep(one.deps, id);

    expect(one.counted).toEqual([
      ...selfApproved,
      ['OutcomesUnknown', 1],
      ['UnknownAge', 3],
      ['CashoutsSettled', 1],
      ['TimeToFinal', 7_000],
      ['CashoutInTime', 1],
    ]);
  });

  const lateness = (counted: readonly Counted[]) => counted.filter(([name]) => name === 'CashoutInTime');

  test.each([
    [120, 1],
    [121, 0],
  ] as const)('a cashout that ends after %d seconds is in time: %d', async (seconds, inTime) => {
    const one = await openCase();
    const id = await one.selfApprove('fulano@example.com');
    one.later(seconds);

    await takeStep(one.deps, id);

    expect(lateness(one.counted)).toEqual([['CashoutInTime', inTime]]);
  });

  test('a cashout counts as late once: at the first look-up that finds it late, and not again at its end', async () => {
    const one = await openCase();
    const id = await one.selfApprove('timeout@sandbox.pix');
    const row = async () => (await one.deps.cashouts.get(id)) as Cashout;
    one.later(100);
    await retryLater(one.deps, await row());
    expect(lateness(one.counted)).toEqual([]);
    one.later(100);
    const [same, again] = [await row(), await row()];
    await Promise.all([retryLater(one.deps, same), retryLater(one.deps, again)]);
    one.later(600);
    await retryLater(one.deps, await row());
    expect(lateness(one.counted)).toEqual([['CashoutInTime', 0]]);

    await endCashout(one.deps, await row(), { kind: 'failed', text: 'AM04' });

    expect((await row()).status).toBe('ERROR');
    expect(lateness(one.counted)).toEqual([['CashoutInTime', 0]]);
  });

  test('a cashout that is not looked up counts as late once, at the first sweep that finds it late', async () => {
    const one = await openCase(alone);
    await one.selfApprove('fulano@example.com');
    for (const seconds of [70, 70, 600, 600]) {
      one.later(seconds);
      await resumeStalled(one.deps);
    }

    expect(one.counted.filter(([name]) => name === 'StalledResumed').length).toBeGreaterThan(2);
    expect(lateness(one.counted)).toEqual([['CashoutInTime', 0]]);
  });

  test('repeated and concurrent replays count a cashout once', async () => {
    const one = await openCase();
    const key = () => ({ 'idempotency-key': randomUUID() });
    const [first, second] = [key(), key()];
    await one.create('fulano@example.com', first);
    await one.create('fulano@example.com', first);
    await Promise.all(Array.from({ length: 5 }, () => one.create('fulano@example.com', second)));

    expect(one.counted).toEqual([
      ['CashoutsCreated', 1],
      ['CashoutsCreated', 1],
    ]);
  });

  test('concurrent approvals and completions count a cashout once', async () => {
    const one = await openCase();
    const id = await one.create('fulano@example.com');
    await Promise.all(Array.from({ length: 5 }, () => one.caller.post('/approve-cashout', { id })));

    await Promise.all(Array.from({ length: 5 }, () => takeStep(one.deps, id)));

    expect(one.counted).toEqual([
      ...selfApproved,
      ['CashoutsSettled', 1],
      ['TimeToFinal', 0],
      ['CashoutInTime', 1],
    ]);
  });

  test('a cashout counts once when each answer of the table is lost once', async () => {
    const one = await openCase();
    const losing = (command: string) => one.with({ client: losingAnswers(command).client });
    const call = (path: string, body: object, command: string) =>
      openCaller(sendInProcess(used.stack, losing(command)), one.caller.tenant).then((caller) =>
        caller.post(path, body),
      );
    const body = { ...one.caller.source, amount: 10, key: 'fulano@example.com' };
    const { id } = (await call('/create-cashout', body, 'PutItem')).body;
    await call('/approve-cashout', { id }, 'UpdateItem');

    await takeStep(losing('TransactWriteItems'), id);

    expect(one.counted).toEqual([
      ...selfApproved,
      ['CashoutsSettled', 1],
      ['TimeToFinal', 0],
      ['CashoutInTime', 1],
    ]);
  });

  test('each conflict with another transaction is counted', async () => {
    const one = await openCase();
    const id = await one.selfApprove('fulano@example.com');
    const { client } = losingAnswers('TransactWriteItems', { collides: 2 });

    await takeStep(one.with({ client }), id);

    expect(one.counted).toEqual([
      ...selfApproved,
      ['LedgerConflicts', 1],
      ['LedgerConflicts', 1],
      ['CashoutsSettled', 1],
      ['TimeToFinal', 0],
      ['CashoutInTime', 1],
    ]);
  });

  test('concurrent postings to one account lose no count', async () => {
    const one = await openCase();
    const ids = await Promise.all(Array.from({ length: 6 }, () => one.selfApprove('fulano@example.com')));
    one.counted.length = 0;

    // In a single container, the transfers would share a write and could not conflict.
    await Promise.all(ids.map((id) => takeStep(one.with({}), id)));

    const times = (name: string) => one.counted.filter(([counted]) => counted === name).length;
    expect(['CashoutsSettled', 'TimeToFinal', 'CashoutInTime'].map(times)).toEqual([6, 6, 6]);
    expect(times('LedgerConflicts')).toBe(one.counted.length - 18);
    expect(times('LedgerConflicts')).toBeGreaterThan(0);
  });

  test('a cashout returned in parts counts as refunded once, with the last part', async () => {
    const one = await openCase();
    const id = await one.selfApprove('fulano@example.com');
    await takeStep(one.deps, id);
    one.counted.length = 0;
    const part = (number: number, amountCents: number): NetworkEvent => ({
      ...{ version: 1, kind: 'payment_returned', cashoutId: id, code: 'MD06', parked: 0 },
      ...{ returnId: `D9999901020270301120${number}${id}`, amountCents },
    });

    await applyNetworkEvent(one.deps, part(1, 400));
    expect(one.counted).toEqual([]);
    await applyNetworkEvent(one.deps, part(2, 600));
    await applyNetworkEvent(one.deps, part(2, 600));

    expect(one.counted).toEqual([['CashoutsRefunded', 1]]);
  });
});

describe('the metrics of an incident', () => {
  test('an incident counts once for each contradiction, however often it is found', async () => {
    const one = await openCase();
    const id = await one.selfApprove('unknown@sandbox.pix');
    const row = await one.deps.cashouts.get(id);
    await endCashout(one.deps, row as never, { kind: 'failed', text: 'AM04' });
    one.counted.length = 0;
    const settled = { kind: 'settled', operationId: 'x' } as const;
    await endCashout(one.deps, row as never, settled);
    one.later(1);
    await endCashout(one.deps, row as never, settled);

    expect(one.counted).toEqual([['IncidentsOpened', 1]]);
  });

  test('an incident found by two workers in the same millisecond counts once', async () => {
    const one = await openCase();
    const at = one.deps.now().toISOString();
    const incident = { id: 'incident-2', at, details: 'x', kind: 'unresolved_payment' } as const;

    const isNew = await Promise.all([0, 1].map(() => one.deps.incidents.insert(incident)));

    expect([isNew.sort(), one.counted]).toEqual([[false, true], [['IncidentsOpened', 1]]]);
  });

  test('an incident counts once if the answer to its write was lost', async () => {
    const one = await openCase();
    const { client, lost } = losingAnswers('PutItem');
    const incident = { id: 'incident-1', at: one.deps.now().toISOString(), details: 'x' };

    await one.with({ client }).incidents.insert({ ...incident, kind: 'unresolved_payment' });

    expect([lost(), one.counted]).toEqual([1, [['IncidentsOpened', 1]]]);
  });

  test('an incident written together with a marker counts once', async () => {
    const one = await openCase();
    const event: NetworkEvent = {
      ...{ version: 1, kind: 'payment_returned', cashoutId: 4_242, code: 'MD06', parked: 0 },
      ...{ returnId: 'D99999010202703011200stray', amountCents: 100 },
    };

    await applyNetworkEvent(one.deps, event);
    await applyNetworkEvent(one.deps, event);

    expect(one.counted).toEqual([['IncidentsOpened', 1]]);
  });
});

describe('the metrics of a chargeback', () => {
  async function openChargeback(name?: string) {
    const one = await openCase();
    const { qr_code_id } = await payQrCode(one.stack, one.caller, name ? { payer: { name } } : {});
    one.counted.length = 0;
    const answer = await chargeBack(one.caller, qr_code_id, 40);
    return { ...one, id: answer.body?.id as number };
  }

  test('a PENDING chargeback’s age is recorded at each look-up, and its settlement counts', async () => {
    const one = await openChargeback('unknown@sandbox.pix');
    for (const seconds of [10, 21, 61]) {
      one.later(seconds);
      await pollChargeback(one.deps, one.id);
    }
    await sandbox(one.send, `/sandbox/network/${one.id}`, { outcome: 'settled' });
    one.later(300);
    await pollChargeback(one.deps, one.id);

    expect(one.counted).toEqual([
      ['ChargebacksCreated', 1],
      ['ChargebackAge', 31],
      ['ChargebackAge', 92],
      ['ChargebacksSettled', 1],
    ]);
  });

  test.each([
    ['rejected@sandbox.pix', 'ChargebacksRejected'],
    ['ag13@sandbox.pix', 'ChargebacksRefused'],
  ])('a chargeback to the payer %s counts as %s', async (name, counted) => {
    const one = await openChargeback(name);
    one.later(31);
    if (one.id) await pollChargeback(one.deps, one.id);

    expect(one.counted).toEqual([
      ['ChargebacksCreated', 1],
      [counted, 1],
    ]);
  });

  test('a chargeback between our own accounts counts as settled immediately, and its cashout counts as refunded', async () => {
    const [payer, payee] = [await openCase(), await openCase()];
    const account = payee.caller.source;
    const { body } = await sandbox(payee.send, '/sandbox/qr-codes', { ...account, amount: 25 });
    const pay = { ...payer.caller.source, copy_and_paste: body.copy_and_paste, amount: 25 };
    const paid = await payer.caller.post('/create-copy-and-paste-transfer', pay);
    await takeStep(payer.deps, paid.body.id);

    await chargeBack(payee.caller, body.qr_code_id, 25);

    expect(payee.counted).toEqual([
      ['CashoutsRefunded', 1],
      ['ChargebacksCreated', 1],
      ['ChargebacksSettled', 1],
    ]);
  });
});

describe('the metrics of a delivery', () => {
  const answering =
    (...statuses: number[]): AnswerWith =>
    (response) =>
      response.writeHead(statuses.shift() ?? 200).end();

  /** Makes every attempt of the delivery of one event. */
  async function deliverTo(answer: AnswerWith) {
    const one = await openCase();
    const receiver = await openPlainReceiver(answer);
    await register(one.caller, receiver.url);
    await tell(one.deps, await one.create('fulano@example.com'));
    one.counted.length = 0;
    for (let next = one.messages.shift(); next; next = one.messages.shift()) {
      one.later(next.delay + 3);
      await deliverWebhook(one.deps, next.message);
    }
    await receiver.close();
    return one.counted;
  }

  test('a delivery that arrived is counted with its age', async () => {
    expect(await deliverTo(answering(204))).toEqual([
      ['DeliveriesSucceeded', 1],
      ['DeliveryAge', 3],
    ]);
  });

  test('each failed attempt of a delivery is counted', async () => {
    expect(await deliverTo(answering(500, 204))).toEqual([
      ['DeliveryAttemptsFailed', 1],
      ['DeliveriesSucceeded', 1],
      ['DeliveryAge', expect.any(Number)],
    ]);
  });

  /** Opens a webhook whose receiver has answered promptly, and creates a cashout whose event waits for its first attempt. */
  async function openPrompt() {
    const one = await openCase();
    const receiver = await openPlainReceiver(answering());
    await register(one.caller, receiver.url);
    await tell(one.deps, await one.create('fulano@example.com'));
    await deliverWebhook(one.deps, one.messages.shift()?.message as DeliveryMessage);
    await tell(one.deps, await one.create('fulano@example.com'));
    one.counted.length = 0;
    const inTime = () => one.counted.filter(([name]) => name === 'DeliveryInTime');
    return { ...one, inTime, close: receiver.close };
  }

  test.each([
    [60, 1],
    [61, 0],
  ])(
    'an event that is first sent %d seconds later to a prompt receiver is in time: %d',
    async (seconds, good) => {
      const one = await openPrompt();
      one.later(seconds);

      await deliverWebhook(one.deps, one.messages.shift()?.message as DeliveryMessage);

      expect(one.inTime()).toEqual([['DeliveryInTime', good]]);
      await one.close();
    },
  );

  test('an event that is found missing for a prompt receiver counts as late once', async () => {
    const one = await openPrompt();
    const lost = one.messages.shift()?.message as DeliveryMessage;
    const account = accountOf(one.caller);
    for (const _ of [1, 2, 3]) {
      await findMissingDeliveries(one.deps, account, () => true);
      one.later(61);
    }
    await deliverWebhook(one.deps, lost);
    for (const { message } of one.messages) await deliverWebhook(one.deps, message);

    expect(one.inTime()).toEqual([['DeliveryInTime', 0]]);
    await one.close();
  });

  test.each([
    ['without any accepting receiver', [500, 500], 2],
    ['refused for good by its receiver', [410], 1],
  ])('a delivery %s counts as failed once', async (_, statuses, attempts) => {
    expect(await deliverTo(answering(...statuses))).toEqual([
      ...Array.from({ length: attempts }, () => ['DeliveryAttemptsFailed', 1]),
      ['DeliveriesFailed', 1],
    ]);
  });
});

test('each run of resume-stalled reports the age of the oldest due open transfer', async () => {
  const one = await openCase(alone);
  await one.create('fulano@example.com');
  one.later(10);
  await one.selfApprove('fulano@example.com');
  one.later(30);
  await one.selfApprove('fulano@example.com');
  one.counted.length = 0;
  for (const seconds of [0, 61, 1]) {
    one.later(seconds);
    await resumeStalled(one.deps);
  }

  expect(one.counted).toEqual([
    ['OldestOpen', 0],
    ['OldestOpen', 91],
    ['StalledResumed', 3],
    ['OldestOpen', 0],
  ]);
});

test('each failure of a queue message is counted', async () => {
  const one = await openCase();
  const batch = { Records: ['{"version":1,"ids":[404]}', '{"version":2}', 'x'].map((body) => ({ body })) };

  await used.stack.invoke('completeTransfer', batch, one.deps);

  expect(one.counted).toEqual([
    ['MessagesFailed', 1],
    ['MessagesFailed', 1],
  ]);
});

test('a list that the PSP does not return is counted as a failure', async () => {
  const one = await openCase();
  const none = async () => [];
  const listReceived = async () => {
    throw new Error('no answer');
  };
  const lists = [{ place: 'main', isFormer: false, listReceived, listReports: none }];
  const inbox = { findReceived: async () => undefined, lists };

  // The time is half past, because the poll lists returned payments only in the first minutes of an hour.
  const now = () => new Date('2026-11-22T12:30:00.000Z');
  await pollNetwork({ ...one.deps, now, inbox });

  expect(one.counted).toEqual([['NetworkListsFailed', 1]]);
});

describe('the metrics in Lambda', () => {
  /** Returns what these statements write inside a handler with the metrics of a stage. */
  async function written(body: string, milliseconds = 1_000): Promise<Record<string, unknown>[]> {
    const file = new URL('lib/platform/metrics.ts', pathToFileURL(root));
    const code = `import { lambdaMetrics } from '${file}';
      import { flushed } from '${new URL('lib/platform/flushed.ts', pathToFileURL(root))}';
      const metrics = lambdaMetrics('test');
      const handler = flushed({ metrics }, async (wait) => { ${body} });
      const context = { getRemainingTimeInMillis: () => ${milliseconds} };
      for (const wait of [0, 1]) await handler(wait, context).catch(() => {});`;
    const args = ['--input-type=module', '-e', code];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args);
    expect(stderr).toBe('');
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }
  const shown = (lines: Record<string, unknown>[]) => lines.map(({ _aws, service, ...values }) => values);

  test('the metrics are written once per invocation, in CloudWatch’s embedded metric format', async () => {
    const lines = await written(`if (wait) return; metrics.count('CashoutsCreated');
      metrics.count('CashoutsCreated'); metrics.count('TimeToFinal', 2500);`);

    expect(lines).toEqual([
      {
        _aws: {
          Timestamp: expect.any(Number),
          CloudWatchMetrics: [
            {
              Namespace: 'PixCashout',
              Dimensions: [['service']],
              Metrics: [
                { Name: 'CashoutsCreated', Unit: 'Count' },
                { Name: 'TimeToFinal', Unit: 'Milliseconds' },
              ],
            },
          ],
        },
        service: 'pix-cashout-test',
        CashoutsCreated: [1, 1],
        TimeToFinal: 2500,
      },
    ]);
  });

  test('counts that name a network are also written per network, separately in each invocation', async () => {
    const lines =
      await written(`metrics.count('CashoutsSettled', 1, 'efi-1'); metrics.count('TimeToFinal', 40, 'efi-1');
      metrics.count('CashoutsSettled'); metrics.count('CashoutsFailed', 1, 'woovi-2');`);

    const once = [
      { CashoutsSettled: [1, 1], TimeToFinal: 40, CashoutsFailed: 1 },
      { CashoutsSettled: 1, TimeToFinal: 40, network: 'efi-1' },
      { CashoutsFailed: 1, network: 'woovi-2' },
    ];
    expect(shown(lines)).toEqual([...once, ...once]);
  });

  test('the metrics are written if an invocation throws, and the next invocation starts at zero', async () => {
    const lines = await written(`metrics.count('CashoutsSettled', 1 + wait); throw new Error('bug');`);

    expect(shown(lines)).toEqual([{ CashoutsSettled: 1 }, { CashoutsSettled: 2 }]);
  });

  test.each([
    ['an answer with a 5xx', '{ statusCode: 503 }'],
    ['a message returned to its queue', "{ batchItemFailures: [{ itemIdentifier: '1' }] }"],
  ])('%s is no error for Lambda, and is counted by function and version', async (_, result) => {
    const lines = await written(`return wait ? { statusCode: 429, batchItemFailures: [] } : ${result};`);

    const failed = { InvocationsFailed: 1 };
    expect(shown(lines)).toEqual([{ ...failed, function: 'none', version: 'none' }, failed]);
  });

  test('the metrics are written before a stopped invocation ends', async () => {
    const lines = await written(
      `if (!wait) { metrics.count('CashoutsSettled'); await new Promise((go) => setTimeout(go, 400));
        process.stdout.write('{"stopped": true}\\n'); }`,
      200,
    );

    expect(shown(lines)).toEqual([{ CashoutsSettled: 1 }, { stopped: true }]);
  });
});
