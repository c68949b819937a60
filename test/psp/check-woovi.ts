// npm run test:other -- woovi DOCUMENT: checks our requests to Woovi and the fake Woovi's answers against Woovi's own OpenAPI document
// (github.com/woovibr/woovi-developers, src/swaggers/woovi.json), which is read from the given path, and documented.json
// against the pages of the same check-out.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { cents } from '../../lib/base/money.ts';
import type { PaymentLookup, PaymentOrder, Rails } from '../../lib/network/port.ts';
import type { PspCall } from '../../lib/network/send-json.ts';
import { makeWooviBalance } from '../../lib/network/woovi/balance.ts';
import { makeWooviCallback } from '../../lib/network/woovi/callback.ts';
import { makeWooviKeyBucket } from '../../lib/network/woovi/key-bucket.ts';
import { makeWooviPayouts } from '../../lib/network/woovi/payouts.ts';
import { makeWooviRecoveries } from '../../lib/network/woovi/recoveries.ts';
import { makeWooviReturns } from '../../lib/network/woovi/returns.ts';
import { wooviDocument } from '../support/tools.ts';
import { compareFacts } from './compare-facts.ts';
import { makeFakeWoovi } from './fake-woovi.ts';
import { makeFakeTokens } from './fake-woovi-tokens.ts';
import { end, report, say } from './judge.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document of documents
type Json = any;

const file = process.argv[2] ?? wooviDocument;
if (!file) {
  say(
    'npm run test:other -- woovi DOCUMENT\n\nDOCUMENT (or WOOVI_DOCUMENT) is Woovi’s OpenAPI document, in a check-out of github.com/woovibr/woovi-developers: src/swaggers/woovi.json.',
  );
  process.exit(2);
}
const document: Json = JSON.parse(readFileSync(file, 'utf8'));
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ ...mended(document), $id: 'woovi' });
const compiled = new Map<string, ValidateFunction>();

/**
 * The document contradicts its own examples in two places. There the examples are followed: a payment may be APPROVED,
 * and the PSP of bank details is an object.
 */
function mended(given: Json): Json {
  const { Payment, PaymentCreatePayload } = given.components.schemas;
  const create = given.paths['/api/v1/payment'].post;
  const approve = given.paths['/api/v1/payment/approve'].post;
  const shown = approve.responses['200'].content['application/json'].schema.example.payment.status;
  if (shown === 'APPROVED') Payment.properties.status.enum.push(shown);
  const { psp } = create.requestBody.content['application/json'].examples.manual.value;
  const manual = PaymentCreatePayload.oneOf.find(({ title }: Json) => title === 'Manual');
  if (typeof psp === 'object') manual.properties.psp = { type: 'object', required: ['id'] };
  return given;
}

function check(what: string, pointer: string, value: unknown): void {
  const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `woovi#${pointer}` });
  compiled.set(pointer, validate);
  report(what, validate(value) ? undefined : ajv.errorsText(validate.errors));
}

const withoutQuery = (path: string) => path.replace(/\?.*/, '');
const escaped = (path: string) => path.replaceAll('~', '~0').replaceAll('/', '~1');
const templateOf = (path: string) =>
  Object.keys(document.paths).find((template) =>
    new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path),
  ) ?? '';

async function exchange(name: string, call: PspCall, answer: ReturnType<typeof makeFakeWoovi>) {
  const [template, verb] = [
    document.paths[call.path] ? call.path : templateOf(call.path),
    call.method.toLowerCase(),
  ];
  const operation = document.paths[template]?.[verb];
  report(
    `${name}: ${call.method} ${template || call.path} is documented`,
    operation ? undefined : 'it is not',
  );
  const at = `/paths/${escaped(template)}/${verb}`;
  if (call.body)
    check(`${name}: what is sent`, `${at}/requestBody/content/application~1json/schema`, call.body);
  const reply = await answer(call);
  const isTold = operation?.responses?.[reply.status] !== undefined;
  report(`${name}: status ${reply.status} is documented`, isTold ? undefined : 'it is not');
  if (isTold)
    check(
      `${name}: the answer`,
      `${at}/responses/${reply.status}/content/application~1json/schema`,
      reply.body,
    );
  return reply;
}

const order: PaymentOrder = {
  reference: '6928153729222',
  endToEndId: 'E9999901020261121120000000000001',
  amountCents: cents(1_050),
  payer: { branch: '0001', number: '1' },
  recipient: {},
  message: 'Pedido 42',
};
const account = {
  name: 'Maria',
  legalId: '12345678909',
  ispb: '60701190',
  branch: '0001',
  accountNumber: '12345',
  accountType: 'SAVING_ACCOUNT',
} as const;
const ways: Record<string, Partial<PaymentOrder>> = {
  'by key': { pixKey: 'fulano@example.com', recipient: { lookupId: 'E12345678202601011200abcdefghijk' } },
  'to bank details': { recipient: account },
};
const outcomes: Record<string, PaymentLookup> = {
  settled: { kind: 'settled', operationId: 'x' },
  failed: { kind: 'failed', code: 'AC03', text: 'AC03 - x' },
  unknown: { kind: 'unknown' },
};

async function askEach(): Promise<void> {
  for (const [way, more] of Object.entries(ways))
    for (const [wanted, outcome] of Object.entries(outcomes)) {
      const rules = {
        resolveKey: async () => ({ kind: 'found', recipient: account }),
        sendPayment: async () => outcome,
        findPayment: async () => outcome,
      } as unknown as Rails;
      const answer = makeFakeWoovi({ rules, now: () => new Date() });
      const name = `${way}, ${wanted}`;
      const adapter = makeWooviPayouts(
        (call) => exchange(name, call, answer),
        '',
        async () => ({
          kind: 'not_payable',
        }),
      );
      await adapter.sendPayment({ ...order, ...more });
      const found = await adapter.findPayment(order);
      report(`${name}: read as ${found.kind}`, found.kind === wanted ? undefined : 'something else');
      const again = await adapter.sendPayment({ ...order, ...more });
      report(
        `${name}: sent twice, read as ${again.kind}`,
        again.kind === wanted ? undefined : 'something else',
      );
      if (more.pixKey) await adapter.resolveKey(more.pixKey);
    }
}

/** Checks how returns are read, against the documented answers. */
async function askReturns(): Promise<void> {
  const endToEndId = `D60701190202611211200${'1'.padStart(11, '0')}`;
  const returns = [
    { endToEndId, value: 700, time: '2026-11-21T12:00:00.000Z', status: 'REFUND', type: 'CONFIRMED' },
  ];
  const rules = {} as Rails;
  const answer = makeFakeWoovi({ rules, now: () => new Date(), returns });
  const ask = (call: PspCall) => exchange('a return', { ...call, path: withoutQuery(call.path) }, answer);
  const reader = makeWooviReturns(ask, (why) => report(`a return: ${why}`, 'it cannot be read'));
  report('a return: its amount', (await reader.findReturn(endToEndId)) === 700 ? undefined : 'another one');
  const listed = await reader.listReturns({ from: '2026-11-20T00:00:00Z', to: '2026-11-22T00:00:00Z' });
  report('a return: the list', listed.length === 1 ? undefined : 'it is not in it');
}

/** Checks how the balance of our account is read, against the documented answer and the fake's. */
async function askBalance(): Promise<void> {
  const { example } = document.paths['/api/v1/account/'].get.responses['200'].content['application/json'];
  const published = await makeWooviBalance(async () => ({ status: 200, body: example }))();
  const { total, blocked } = example.accounts.find(({ isDefault }: Json) => isDefault).balance;
  const isRight = published.balanceCents === total && published.blockedCents === blocked;
  report('the balance in the documented answer', isRight ? undefined : 'it is read wrongly');
  const answer = makeFakeWoovi({ rules: {} as Rails, now: () => new Date(), purse: { cents: 700 } });
  const ask = (call: PspCall) => exchange('the balance', { ...call, path: withoutQuery(call.path) }, answer);
  const { balanceCents } = await makeWooviBalance(ask)();
  report('the balance', balanceCents === 700 ? undefined : 'it is read wrongly');
}

/** Checks how the tokens for look-ups are read, against the documented answer and the fake's. */
async function askTokens(): Promise<void> {
  const tokens = makeFakeTokens({ max: 500, perMinute: 20, left: 480, at: Date.now() }, () => new Date());
  const answer = makeFakeWoovi({ rules: {} as Rails, now: () => new Date(), tokens });
  const told = await makeWooviKeyBucket((call) => exchange('the tokens', call, answer)).read();
  const isRight = told?.tokens === 480 && told.capacity === 500 && told.perMinute === 20;
  report('the tokens', isRight ? undefined : 'they are read wrongly');
}

/** Checks the calls about recoveries: taken, asked again, of nobody, cancelled, and cancelled again. */
async function askRecoveries(): Promise<void> {
  const settled = outcomes.settled;
  const rules = {
    resolveKey: async () => ({ kind: 'found', recipient: account }),
    sendPayment: async () => settled,
    findPayment: async () => settled,
  } as unknown as Rails;
  const answer = makeFakeWoovi({ rules, now: () => new Date() });
  const payouts = makeWooviPayouts(answer, '', async () => ({ kind: 'not_payable' }));
  await payouts.sendPayment({ ...order, ...ways['by key'] });
  const paid = await payouts.findPayment(order);
  const endToEndId = (paid.kind === 'settled' && paid.endToEndId) || '';
  const recoveries = makeWooviRecoveries((call) => exchange('a recovery', call, answer));
  const asked = { endToEndId, situation: 'SCAM', details: 'a fake shop' } as const;
  const taken = await recoveries.request(asked);
  const id = taken.kind === 'taken' ? taken.id : '';
  const said = [
    taken,
    await recoveries.request(asked),
    await recoveries.request({ ...asked, endToEndId: order.endToEndId }),
    await recoveries.find({ endToEndId, id }),
    await recoveries.find({ endToEndId: order.endToEndId }),
    await recoveries.cancel(id),
    await recoveries.cancel(id),
  ].map(({ kind }) => kind);
  const expected = ['taken', 'taken', 'refused', 'taken', 'not_found', 'taken', 'refused'];
  report(`a recovery: read as ${said}`, `${said}` === `${expected}` ? undefined : 'something else');
}

/** Checks the published signature of a callback, which lies beside the document, with the published key. */
async function askSignature(): Promise<void> {
  const page = join(dirname(file as string), '../../docs/webhook/seguranca/webhook-signature-validation.mdx');
  if (!existsSync(page)) {
    say('skipped  the published signature: its page is not beside the document');
    return;
  }
  const text = readFileSync(page, 'utf8');
  const [, signature = ''] = /'x-webhook-signature': '([A-Za-z0-9+/=]+)'/.exec(text) ?? [];
  const [, payload = ''] = /'(\{ "pixQrCode.*\})'/.exec(text) ?? [];
  const path = '/api/v1/webhook/public-keys';
  const body = document.paths[path].get.responses['200'].content['application/json'].schema.example;
  const { read } = makeWooviCallback(
    async () => ({ status: 200, body }),
    () => new Date(),
  );
  report(
    'the published signature',
    (await read(Buffer.from(payload), signature)) ? undefined : 'it is wrong',
  );
  const changed = await read(Buffer.from(payload.replace('1000', '1001')), signature);
  report('the published signature under other bytes', changed ? 'it counts' : undefined);
}

await askEach();
await askReturns();
await askBalance();
await askTokens();
await askRecoveries();
await askSignature();
compareFacts('woovi', join(dirname(file), '../..'), report);
end();
