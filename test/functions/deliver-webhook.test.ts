import { describe, expect, test } from 'vitest';
import type { Deps } from '../../lib/app/deps.ts';
import { makeOutbound } from '../../lib/platform/outbound.ts';
import { type DeliveryMessage, messageOf } from '../../lib/webhook/delivery.ts';
import { pauseWebhook } from '../../lib/webhook/pause-webhook.ts';
import type { Webhook } from '../../lib/webhook/webhook.ts';
import { openCaller, sendInProcess } from '../support/api.ts';
import { dyingAt, losingAnswers } from '../support/faults.ts';
import { forbiddenAddresses } from '../support/forbidden-hosts.ts';
import { type AnswerWith, type Heard, openPlainReceiver, openReceiver } from '../support/receiver.ts';
import { sweep } from '../support/sweep.ts';
import { useStack } from '../support/use-stack.ts';
import { createCashout, deliver, heldQueues, register, verified } from '../support/webhooks.ts';

const settings = {
  WEBHOOK_LADDER_SECONDS: '5,60,1000,60,60',
  // The time-out is long, so that no answer is late even on a busy machine.
  WEBHOOK_TIMEOUT_SECONDS: '60',
  WEBHOOK_PATIENCE_SECONDS: '60',
  WEBHOOK_PAUSE_AFTER_SECONDS: '3600',
};
const used = useStack({ settings });

/** A webhook of an account. The test sets the clock and delivers the messages itself. */
async function openCase(answer?: AnswerWith) {
  const [caller, receiver] = [await used.newCaller(), await openPlainReceiver(answer)];
  const tokens = { authorization_token: 'Bearer abc', x_functions_key: 'key-1' };
  const webhook = await register(caller, `${receiver.url}/hook?x=1`, 'ALL', tokens);
  const held = heldQueues(used.stack);
  let time = Date.now();
  const deps = used.stack.with({
    queues: held.queues,
    now: () => new Date(time),
    ids: { ...used.stack.deps.ids, fraction: () => 0 },
  });
  /** Takes the latest message for this webhook, because the sweep may also find rows of other tests. */
  const take = () => held.messages.splice(0).findLast(({ message }) => message.webhook.id === webhook.id);
  return {
    caller,
    receiver,
    webhook,
    deps,
    take,
    /** Records a new event, and returns its message. */
    async happen(): Promise<DeliveryMessage> {
      await createCashout(used.stack, caller, held.queues);
      return take()?.message as DeliveryMessage;
    },
    deliver: (message: DeliveryMessage) => deliver(used.stack, message, deps),
    /** Processes the waiting message after its delay. @returns the delay, if there was a message */
    async next(): Promise<number | undefined> {
      const sent = take();
      if (!sent) return undefined;
      time += sent.delay * 1000;
      await deliver(used.stack, sent.message, deps);
      return sent.delay;
    },
    pass: (seconds: number): void => {
      time += seconds * 1000;
    },
    /** Lets time pass, and runs the sweep. */
    async later(seconds: number): Promise<void> {
      time += seconds * 1000;
      await sweep(deps, 'deliveries');
    },
    async deliveries() {
      return (await caller.call('GET', `/api/webhooks/${webhook.id}/deliveries`)).body;
    },
    async health() {
      const ref = await used.stack.deps.webhooks.find(webhook.id);
      return ref && (await used.stack.deps.webhooks.get(ref))?.health;
    },
  };
}

/** Returns the same with a different time-out, for receivers that never answer. */
const within = (deps: Deps, seconds: Partial<Deps['config']>): Deps => ({
  ...deps,
  config: { ...deps.config, ...seconds },
});

/** The measured times of a receiver that answers immediately. */
const prompt = { isPrompt: true, milliseconds: 0, slowTimes: 0 };

const answering =
  (...statuses: number[]): AnswerWith =>
  (response) =>
    response.writeHead(statuses.length > 1 ? (statuses.shift() as number) : (statuses[0] as number)).end();

describe('a webhook delivery', () => {
  test('a delivery is a single signed POST with the receiver’s tokens', async () => {
    const one = await openCase();
    const message = await one.happen();

    const event = { messageId: '1', body: JSON.stringify({ version: 1, ...message }) };
    const batch = { Records: [event, { messageId: '2', body: '{"version":2}' }] };
    expect(await used.stack.invoke('deliverWebhook', batch)).toEqual({
      batchItemFailures: [{ itemIdentifier: '2' }],
    });
    await one.deliver(message);

    expect(one.receiver.heard).toHaveLength(1);
    const heard = one.receiver.heard[0] as Heard;
    expect(heard).toMatchObject({
      method: 'POST',
      path: '/hook?x=1',
      headers: {
        'content-type': 'application/json',
        authorization: 'Bearer abc',
        'x-functions-key': 'key-1',
      },
    });
    const content = verified(heard, one.webhook.secret);
    expect(heard.headers['webhook-id']).toBe(content.id);
    expect(content).toMatchObject({ type: 'cashout.created', types: ['PIX_CASHOUT_CREATED'] });
    expect(content.data).toEqual((await one.caller.get(`/v3/cashouts/${content.data.id}`)).body);
    expect(one.take()).toBeUndefined();
    expect(await one.deliveries()).toEqual({
      worked: true,
      webhook: {
        id: one.webhook.id,
        status: 'ACTIVE',
        paused_reason: null,
        paused_at: null,
        failing_since: null,
      },
      next: null,
      results: [
        {
          id: 1,
          event_id: content.id,
          event_type: 'cashout.created',
          status: 'DELIVERED',
          attempts: 1,
          last_status: 200,
          last_attempt_at: expect.any(String),
          next_attempt_at: null,
          created_at: expect.any(String),
          log: [
            { at: expect.any(String), result: 'answered', status: 200, milliseconds: expect.any(Number) },
          ],
        },
      ],
    });
  });

  test('a delivery has no token headers if no tokens are registered', async () => {
    const one = await openCase();
    const none = { authorization_token: null, x_functions_key: null };
    await one.caller.call('PUT', `/api/webhooks/${one.webhook.id}`, none);

    await one.deliver(await one.happen());

    expect(one.receiver.heard[0]?.headers).not.toHaveProperty('authorization');
    expect(one.receiver.heard[0]?.headers).not.toHaveProperty('x-functions-key');
  });

  test('a delivery is attempted once if its message arrives several times at once', async () => {
    const one = await openCase();
    const message = await one.happen();

    await Promise.all(Array.from({ length: 10 }, () => one.deliver(message)));

    expect(one.receiver.heard).toHaveLength(1);
  });

  test('a delivery is sent to the current address of the webhook', async () => {
    const one = await openCase();
    const message = await one.happen();
    await one.caller.call('PUT', `/api/webhooks/${one.webhook.id}`, { url: `${one.receiver.url}/new` });

    await one.deliver(message);

    expect(one.receiver.heard.map(({ path }) => path)).toEqual(['/new']);
  });

  test.each(['before', 'after'] as const)(
    'a delivery is made by the next worker if a worker dies %s any of its calls',
    async (moment) => {
      const one = await openCase();
      for (let call = 1; ; call++) {
        const message = await one.happen();
        const before = one.receiver.heard.length;
        const { client, died } = dyingAt(call, moment);
        const dying = used.stack.with({ client, queues: one.deps.queues });
        const first = deliver(used.stack, message, dying).then(() => 'finished');
        const outcome = await Promise.race([first, died]);
        await one.deliver(message);
        await one.later(10_000);
        await one.next();
        const [latest] = (await one.deliveries()).results;
        expect(latest).toMatchObject({ id: call, status: 'DELIVERED' });
        const ids = new Set(one.receiver.heard.slice(before).map(({ headers }) => headers['webhook-id']));
        expect(ids.size).toBe(1);
        if (outcome === 'finished') break;
      }
    },
  );
});

describe('a receiver that fails', () => {
  test('a delivery that failed five times is retried with the same bytes after growing delays until it succeeds', async () => {
    const one = await openCase(answering(500, 404, 302, 429, 503, 204));
    await one.deliver(await one.happen());

    expect([await one.next(), await one.next()]).toEqual([5, 60]);
    // The delay is longer than a message's maximum delay, so the row is in the index of due work.
    expect(one.take()).toBeUndefined();
    const [waiting] = (await one.deliveries()).results;
    expect(waiting).toMatchObject({ status: 'PENDING', attempts: 3, last_status: 302 });
    expect(Date.parse(waiting.next_attempt_at) - Date.parse(waiting.last_attempt_at)).toBe(1_000_000);
    await one.later(999);
    expect(one.take()).toBeUndefined();
    await one.later(2);
    await one.next();
    expect([await one.next(), await one.next()]).toEqual([60, 60]);

    const events = one.receiver.heard.slice(0, 3).map((heard) => verified(heard, one.webhook.secret));
    expect(new Set(events.map(({ id }) => id)).size).toBe(1);
    expect(new Set(one.receiver.heard.map(({ body }) => body)).size).toBe(1);
    expect(new Set(one.receiver.heard.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const [done] = (await one.deliveries()).results;
    expect(done).toMatchObject({ status: 'DELIVERED', attempts: 6, last_status: 204, next_attempt_at: null });
    expect(done.log.map(({ status }: { status: number }) => status)).toEqual([500, 404, 302, 429, 503, 204]);
    expect(await one.health()).toEqual({ failures: 0, pace: prompt });
  });

  test('a delivery whose attempts have all failed stays EXHAUSTED until a redelivery is requested', async () => {
    let down = true;
    const one = await openCase((response) => response.writeHead(down ? 503 : 200).end());
    await one.deliver(await one.happen());
    await one.next();
    await one.next();
    await one.later(1_001);
    for (let left = 0; left < 3; left++) await one.next();

    const [exhausted] = (await one.deliveries()).results;
    expect(exhausted).toMatchObject({
      status: 'EXHAUSTED',
      attempts: 6,
      last_status: 503,
      next_attempt_at: null,
    });
    expect(one.receiver.heard).toHaveLength(6);
    await one.later(100_000);
    expect(one.take()).toBeUndefined();

    down = false;
    const path = `/api/webhooks/${one.webhook.id}/deliveries/${exhausted.id}/redeliver`;
    const by = await openCaller(sendInProcess(used.stack, one.deps), one.caller.tenant);
    expect(await by.call('POST', path)).toMatchObject({ status: 200, body: { status: 'PENDING' } });
    await one.next();

    expect(one.receiver.heard).toHaveLength(7);
    expect(new Set(one.receiver.heard.map(({ body }) => body)).size).toBe(1);
    expect((await one.deliveries()).results[0]).toMatchObject({ status: 'DELIVERED', attempts: 7 });
  });

  test('a Retry-After header delays the next attempt, up to twice the usual delay', async () => {
    const answers = ['8', '100', new Date(Date.now() + 3_600_000).toUTCString(), 'soon'];
    const one = await openCase((response) =>
      response.writeHead(429, { 'retry-after': answers.shift() ?? '' }).end(),
    );
    await one.deliver(await one.happen());

    expect([await one.next(), await one.next()]).toEqual([8, 100]);
    const [waiting] = (await one.deliveries()).results;
    expect(Date.parse(waiting.next_attempt_at) - Date.parse(waiting.last_attempt_at)).toBe(2_000_000);
  });

  test('a 410 ends the attempts: the webhook is paused with that reason, and its later deliveries are HELD', async () => {
    const one = await openCase(answering(410));
    const other = await openPlainReceiver();
    const neighbour = await register(one.caller, other.url, 'INTEGRATION');
    await one.later(1);
    await one.deliver(await one.happen());
    await one.next();

    const { webhook, results } = await one.deliveries();
    expect(webhook).toMatchObject({ status: 'PAUSED', paused_reason: 'gone', paused_at: expect.any(String) });
    expect(results.map(({ status, event_type }: Record<string, string>) => [event_type, status])).toEqual([
      ['webhook.paused', 'HELD'],
      ['cashout.created', 'CANCELLED'],
    ]);
    const told = await used.stack.deps.deliveries.list(neighbour.id, 1_000, 10);
    expect(told).toMatchObject([{ eventType: 'webhook.paused' }]);
    expect(await one.happen()).toBeUndefined();
    expect((await one.deliveries()).results[0]).toMatchObject({ status: 'HELD', attempts: 0 });
    expect(one.receiver.heard).toHaveLength(1);
    await other.close();
  });

  test('a webhook whose receiver fails for too long is paused, and delivers again once its owner resumes the webhook', async () => {
    let down = true;
    const one = await openCase((response) => response.writeHead(down ? 500 : 200).end());
    const waiting: DeliveryMessage[] = [];
    for (let count = 0; count < 2; count++) waiting.push(await one.happen());
    await one.deliver(waiting[0] as DeliveryMessage);
    expect((await one.deliveries()).webhook).toMatchObject({
      status: 'ACTIVE',
      failing_since: expect.any(String),
    });
    await one.later(3_601);
    one.take();
    const late = await one.happen();
    await one.deliver({ ...late, speed: 'slow' });

    const { webhook, results } = await one.deliveries();
    expect(webhook).toMatchObject({ status: 'PAUSED', paused_reason: 'failing' });
    expect(results.map(({ event_type }: { event_type: string }) => event_type)).toContain('webhook.paused');
    await one.later(3_601);
    await one.next();
    const path = `/api/webhooks/${one.webhook.id}`;
    const redeliver = `${path}/deliveries/1/redeliver`;
    expect((await one.caller.call('POST', redeliver)).body.message).toBe('Webhook is paused');

    down = false;
    expect((await one.caller.call('PUT', path, { paused: false })).body).toMatchObject({
      status: 'ACTIVE',
      paused_reason: null,
      failing_since: null,
    });
    await one.deliver(await one.happen());
    expect((await one.deliveries()).results[0]).toMatchObject({ status: 'DELIVERED' });
  });
});

describe('a pause of a webhook', () => {
  test.each(['before', 'after'] as const)(
    'a pause sends the account one event, even if the worker dies %s any of its calls',
    { tags: 'dear' },
    async (moment) => {
      for (let call = 1; ; call++) {
        const one = await openCase(answering(410));
        const { client, died } = dyingAt(call, moment);
        const dying = used.stack.with({ client, queues: one.deps.queues, now: one.deps.now });
        const message = await one.happen();
        const first = deliver(used.stack, message, dying).then(() => 'finished');
        const outcome = await Promise.race([first, died]);
        for (let round = 0; round < 3; round++) {
          await one.later(10_000);
          await one.next();
        }

        const { webhook, results } = await one.deliveries();
        expect(webhook.status).toBe('PAUSED');
        const events = await used.stack.deps.events.list(message.webhook.account, 0, 100);
        const paused = events.filter(({ type }) => type === 'webhook.paused');
        expect(paused).toHaveLength(1);
        expect(results.map(({ id }: { id: number }) => id)).toContain(paused[0]?.sequence);
        if (outcome === 'finished') break;
      }
    },
  );

  test('a pause sends its event even if the answer to its write is lost', async () => {
    const one = await openCase(answering(410));
    const message = await one.happen();
    // The first two updates are the claim and the end of the delivery. The third one is the pause.
    const { client, lost } = losingAnswers('UpdateItem', { skip: 2 });
    await deliver(
      used.stack,
      message,
      used.stack.with({ client, queues: one.deps.queues, now: one.deps.now }),
    );

    expect(lost()).toBe(1);
    const { results, webhook } = await one.deliveries();
    expect(webhook.status).toBe('PAUSED');
    expect(results.map(({ event_type }: { event_type: string }) => event_type)).toContain('webhook.paused');
  });

  test('a pause does not apply to a webhook whose address has changed in the meantime', async () => {
    let moved: Promise<unknown> | undefined;
    const one = await openCase(async (response) => {
      moved = one.caller.call('PUT', `/api/webhooks/${one.webhook.id}`, { url: `${one.receiver.url}/new` });
      await moved;
      response.writeHead(410).end();
    });

    await one.deliver(await one.happen());

    expect((await one.deliveries()).webhook).toMatchObject({ status: 'ACTIVE', paused_reason: null });
  });
});

describe('the health of a receiver', () => {
  test('a 200 with a truncated body counts as received', async () => {
    const one = await openCase((response) => {
      response.writeHead(200, { 'content-length': '100' }).write('x', () => response.destroy());
    });

    await one.deliver(await one.happen());

    expect((await one.deliveries()).results[0]).toMatchObject({ status: 'DELIVERED', last_status: 200 });
  });

  test('a receiver that answers promptly is moved to the fast queue', async () => {
    const one = await openCase();
    const first = await one.happen();
    await one.deliver(first);

    expect(first.speed).toBe('slow');
    expect((await one.happen()).speed).toBe('fast');
    expect(await one.health()).toEqual({ failures: 0, pace: prompt });
  });

  test('a time-out on the fast queue leads to a longer attempt on the slow queue, and does not count as a failure', async () => {
    let hangs = false;
    const one = await openCase((response) => void (hangs || response.end()));
    await one.deliver(await one.happen());
    hangs = true;
    await deliver(used.stack, await one.happen(), within(one.deps, { WEBHOOK_PATIENCE_SECONDS: 0.1 }));

    expect(await one.health()).toMatchObject({ failures: 0, pace: { isPrompt: false, slowTimes: 1 } });
    expect(one.take()).toMatchObject({ delay: 0, message: { speed: 'slow' } });
    expect((await one.happen()).speed).toBe('slow');
  });

  test('a slow receiver is moved to the slow queue for a minute and then back, even if its address changes', async () => {
    let seconds = 0;
    const one = await openCase((response) => {
      one.pass(seconds);
      response.end();
    });
    await one.deliver(await one.happen());
    seconds = 15;
    await one.deliver(await one.happen());

    const slow = { isPrompt: false, milliseconds: 15_000, slowTimes: 1, slowUntil: expect.any(String) };
    expect(await one.health()).toEqual({ failures: 0, pace: slow });
    await one.caller.call('PUT', `/api/webhooks/${one.webhook.id}`, { url: `${one.receiver.url}/new` });
    seconds = 0;
    await one.deliver(await one.happen());
    expect(await one.health()).toEqual({ failures: 0, pace: slow });
    one.pass(60);
    await one.deliver(await one.happen());
    expect((await one.happen()).speed).toBe('fast');
  });

  test('a time-out on the fast queue and one on the slow queue are two attempts of the delivery, but one failure of the receiver', async () => {
    let hung = '';
    const one = await openCase((response, { headers, body }) => {
      if (body.includes('webhook.test')) hung ||= String(headers['webhook-id']);
      if (headers['webhook-id'] !== hung) response.end();
    });
    await one.deliver(await one.happen());
    const by = await openCaller(sendInProcess(used.stack, one.deps), one.caller.tenant);
    await by.call('POST', `/api/webhooks/${one.webhook.id}/test`);
    const hanging = one.take()?.message as DeliveryMessage;
    const step = async () => (await one.deliveries()).results[0].attempts;
    await deliver(used.stack, hanging, within(one.deps, { WEBHOOK_PATIENCE_SECONDS: 0.1 }));
    const again = one.take()?.message as DeliveryMessage;
    expect([await step(), again.speed]).toEqual([1, 'slow']);

    await deliver(used.stack, again, within(one.deps, { WEBHOOK_TIMEOUT_SECONDS: 0.1 }));

    expect(await step()).toBe(2);
    expect([5, 6]).toContain(one.take()?.delay);
    expect(await one.health()).toMatchObject({ failures: 1 });
  });

  test('a delivery to a failing receiver is moved from the fast to the slow queue without an attempt', async () => {
    const one = await openCase(answering(200, 500));
    await one.deliver(await one.happen());
    const [first, second] = [await one.happen(), await one.happen()];
    await one.deliver(first);
    one.take();

    await one.deliver(second);

    const { unstored: _, ...stored } = second;
    expect(one.receiver.heard).toHaveLength(2);
    expect(one.take()).toEqual({ delay: 0, message: { ...stored, speed: 'slow' } });
  });

  test('a failing receiver first gets no attempts and then one probe delivery at a time, and waiting deliveries lose no attempt', async () => {
    const one = await openCase(answering(500));
    const waiting: DeliveryMessage[] = [];
    for (let count = 0; count < 20; count++) waiting.push({ ...(await one.happen()), speed: 'slow' });
    await one.deliver(waiting.pop() as DeliveryMessage);

    await Promise.all(waiting.map((message) => one.deliver(message)));
    expect(one.receiver.heard).toHaveLength(1);
    const { results } = await one.deliveries();
    expect(results.filter(({ attempts }: { attempts: number }) => attempts === 0)).toHaveLength(19);

    await one.later(100);
    await Promise.all(results.map(({ id }: { id: number }) => retry(one, id)));
    expect(one.receiver.heard).toHaveLength(2);
    expect(await one.health()).toMatchObject({ failures: 2 });
  });

  test('attempts that fail at the same time count as one failure of the receiver', async () => {
    // No attempt fails before all attempts have been sent.
    const open: (() => void)[] = [];
    const one = await openCase((response) => {
      open.push(() => response.writeHead(500).end());
      if (open.length === 10) for (const answer of open) answer();
    });
    const messages: DeliveryMessage[] = [];
    for (let count = 0; count < 10; count++) messages.push(await one.happen());

    await Promise.all(messages.map((message) => one.deliver(message)));

    expect(one.receiver.heard).toHaveLength(10);
    expect(await one.health()).toMatchObject({ failures: 1 });
  });
});

/** Returns a message of the slow queue for the current state of a delivery. */
async function retry({ deps, webhook }: Awaited<ReturnType<typeof openCase>>, sequence: number) {
  const delivery = await deps.deliveries.get({ webhookId: webhook.id, sequence });
  if (delivery) await deliver(used.stack, messageOf(delivery, 'slow'), deps);
}

describe('a webhook address that is not public', () => {
  test.each(forbiddenAddresses)(
    'a host name that resolves to the address %j is not called, and the attempt fails',
    async (address) => {
      const caller = await used.newCaller();
      const webhook = await register(caller, 'https://receiver.example.com/');
      const { queues, messages } = heldQueues(used.stack);
      await createCashout(used.stack, caller, queues);
      const outbound = makeOutbound({ allowLoopback: false, resolve: async () => [address] });

      await deliver(
        used.stack,
        messages[0]?.message as DeliveryMessage,
        used.stack.with({ queues, outbound }),
      );

      const { body } = await caller.call('GET', `/api/webhooks/${webhook.id}/deliveries`);
      expect(body.results[0]).toMatchObject({ status: 'PENDING', attempts: 1, last_status: null });
      expect(body.results[0].log).toMatchObject([{ result: 'forbidden', status: null }]);
    },
  );

  test('an address that was public when it was registered is not called once it is no longer public', async () => {
    const receiver = await openReceiver('receiver.test');
    const addresses = [['127.0.0.1'], ['169.254.169.254'], ['127.0.0.1']];
    const resolve = async () => addresses.shift() ?? [];
    const outbound = makeOutbound({ allowLoopback: true, resolve, ca: receiver.ca });
    const caller = await used.newCaller();
    const webhook = await register(caller, receiver.url);
    const { queues, messages } = heldQueues(used.stack);
    const deps = used.stack.with({ queues, outbound });
    for (let count = 0; count < 3; count++) await createCashout(used.stack, caller, queues);

    for (const { message } of messages.splice(0)) await deliver(used.stack, message, deps);

    const { body } = await caller.call('GET', `/api/webhooks/${webhook.id}/deliveries`);
    expect(body.results.map(({ log }: { log: { result: string }[] }) => log[0]?.result)).toEqual([
      // The third delivery is not attempted, because the receiver fails.
      undefined,
      'forbidden',
      'answered',
    ]);
    expect(receiver.heard).toHaveLength(1);
    await receiver.close();
  });
});

describe('a delivery to a prompt receiver', () => {
  /** Opens a receiver that has answered promptly once, and returns the message of its next event. */
  async function openPrompt(...statuses: number[]) {
    const one = await openCase(answering(200, ...statuses));
    await one.deliver(await one.happen());
    const message = await one.happen();
    expect(message).toMatchObject({ speed: 'fast', revision: 0, unstored: true });
    const listed = async () => (await one.deliveries()).results.length;
    expect(await listed()).toBe(1);
    return { ...one, message, listed, latest: async () => (await one.deliveries()).results[0] };
  }

  test('the delivery has no row before its first answer, and then its complete row is written', async () => {
    const one = await openPrompt(200);

    await one.deliver(one.message);
    await one.deliver(one.message);

    expect(one.receiver.heard).toHaveLength(2);
    const { sequence } = one.message;
    expect(await one.latest()).toMatchObject({
      id: sequence,
      status: 'DELIVERED',
      attempts: 1,
      last_status: 200,
      next_attempt_at: null,
      log: [{ result: 'answered', status: 200 }],
    });
    const row = await used.stack.deps.deliveries.get({ webhookId: one.webhook.id, sequence });
    for (const name of ['shard', 'dueAt', 'unstored']) expect(row).not.toHaveProperty(name);
  });

  test('a failed delivery gets a row with the time of its next attempt, and a message for that attempt', async () => {
    const one = await openPrompt(500, 200);

    await one.deliver(one.message);

    expect(await one.latest()).toMatchObject({ status: 'PENDING', attempts: 1, last_status: 500 });
    one.pass(10);
    await one.next();
    expect(await one.latest()).toMatchObject({ status: 'DELIVERED', attempts: 2 });
  });

  test('a delivery is sent again with the same id and bytes if its worker dies after the receiver’s answer', async () => {
    const one = await openPrompt(200);
    for (let call = 1; ; call++) {
      const { client, died } = dyingAt(call, 'before');
      const dying = { ...used.stack.with({ client }), queues: one.deps.queues };
      const outcome = await Promise.race([
        deliver(used.stack, one.message, dying).then(() => 'finished'),
        died,
      ]);
      if (outcome === 'finished') break;
    }
    await one.deliver(one.message);

    const again = one.receiver.heard.slice(1);
    expect(again.length).toBeGreaterThan(1);
    expect(new Set(again.map(({ body, headers }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
    expect([await one.listed(), (await one.latest()).status]).toEqual([2, 'DELIVERED']);
  });

  test('the delivery gets a row, and a message for the slow queue, if the receiver has begun to fail', async () => {
    const one = await openPrompt(500);
    const other = await one.happen();
    await one.deliver(one.message);
    one.take();

    await one.deliver(other);

    expect(one.receiver.heard).toHaveLength(2);
    expect(one.take()?.message).toMatchObject({ speed: 'slow', sequence: other.sequence });
    expect(await one.latest()).toMatchObject({ id: other.sequence, status: 'PENDING', attempts: 0 });
  });

  test('the delivery gets a row with the status HELD if the webhook has been paused', async () => {
    const one = await openPrompt(200);
    const ref = await used.stack.deps.webhooks.find(one.webhook.id);
    const webhook = ref && (await used.stack.deps.webhooks.get(ref));
    await pauseWebhook(one.deps, webhook as Webhook, 'failing', 'now');

    await one.deliver(one.message);

    expect(one.receiver.heard).toHaveLength(1);
    const { results } = await one.deliveries();
    const found = results.find(({ id }: { id: number }) => id === one.message.sequence);
    expect(found).toMatchObject({ status: 'HELD', attempts: 0 });
  });

  test('a delivery to a deleted webhook stores nothing', async () => {
    const one = await openPrompt(200);
    await one.caller.call('DELETE', `/api/webhooks/${one.webhook.id}`);

    await one.deliver(one.message);

    expect(one.receiver.heard).toHaveLength(1);
    expect(await used.stack.deps.deliveries.list(one.webhook.id, 100, 100)).toHaveLength(1);
  });
});
