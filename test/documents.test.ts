import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Webhook as Verifier } from 'standardwebhooks';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';
import { parseJson } from '../lib/base/json.ts';
import { allFields } from '../lib/openapi/describe-fields.ts';
import { endpoints, makeDocument } from '../lib/openapi/document.ts';
import { root } from '../local/service.ts';
import { makeDocuments } from '../tools/documents.ts';
import { pspTables } from '../tools/psp-tables.ts';
import { holdToContract } from './support/contract.ts';
import { pages, slashed } from './support/routes.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const document = makeDocument('http://localhost:3000', true);

describe('each generated file', () => {
  test('every generated file matches what npm run docs writes', async () => {
    for (const [file, content] of Object.entries(await makeDocuments(inject('service')))) {
      expect(read(file), file).toBe(content);
    }
  });
});

test('docs/psp.md has the messages sent to and received from every PSP', () => {
  const guide = read('docs/psp.md');
  const missing = Object.keys(pspTables).filter((name) => !guide.includes(`<!-- table: ${name} -->`));

  expect(missing).toEqual([]);
});

describe('the OpenAPI document', () => {
  test('the OpenAPI document passes an independent validator', async () => {
    expect(await new Validator().validate(parse(read('openapi.yaml')))).toEqual({ valid: true });
    const broken = { ...parse(read('openapi.yaml')), openapi: '3.1.0', paths: 5 };
    expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
  });

  test('the document has every route of serverless.yml under the name of its function, with each prefix', () => {
    const served = Object.entries(inject('service').functions).flatMap(([name, { events = [] }]) =>
      events.flatMap(({ httpApi }) =>
        typeof httpApi === 'string' && httpApi !== '*' && !pages.includes(httpApi)
          ? [`${name} ${(slashed[httpApi] ?? httpApi).replace(/\/$/, '')}`]
          : [],
      ),
    );
    const declared = endpoints.flatMap(({ name, auth, route, also }) => {
      const [method, path = ''] = route.replace(/\/$/, '').split(' ');
      const paths = also ? [path, also + path] : [path];
      return paths.map((one) => `${auth === 'sandbox key' ? 'sandbox' : name} ${method} ${one}`);
    });

    expect([...new Set(served)].sort()).toEqual(declared.sort());
  });

  test('the document has for each request body an example that its schema accepts', () => {
    for (const { route, body, form, file, example } of endpoints) {
      const schema = body ?? form ?? file;
      expect(example === undefined, route).toBe(schema === undefined);
      if (!schema) continue;
      const sent = form ? example : parseJson(Buffer.from(JSON.stringify(example)))?.value;
      expect(schema.safeParse(sent), route).toMatchObject({ success: true });
    }
  });

  test('the document uses every description of a field', () => {
    const text = JSON.stringify(document);
    const unused = Object.entries(allFields()).filter(
      ([, [meaning]]) => !text.includes(JSON.stringify(meaning)),
    );
    expect(unused.map(([name]) => name)).toEqual([]);
  });

  test('the document of a stage without a sandbox leaves the sandbox out', () => {
    const { paths, tags } = makeDocument('https://api.example.com', false);

    expect(Object.keys(paths ?? {}).filter((path) => path.startsWith('/sandbox'))).toEqual([]);
    expect(tags?.map(({ name }) => name)).not.toContain('Sandbox');
  });
});

describe('the check of answers against the OpenAPI document', () => {
  const call = { method: 'GET', path: '/v3/cashouts/5' };
  const refused = {
    worked: false,
    detail: 'Transaction not found',
    message: 'Transaction not found',
    data: null,
  };

  test.each<[string, { status: number; body: object }, string]>([
    ['status', { status: 418, body: refused }, 'the status has no entry'],
    ['message', { status: 400, body: { ...refused, message: 'Nope' } }, 'the words "Nope" have no entry'],
    ['field', { status: 400, body: { ...refused, stack: 'at …' } }, 'must NOT have additional properties'],
    ['absence of a field', { status: 200, body: { worked: true } }, "must have required property 'id'"],
  ])('the check refuses an undocumented %s', (_, answer, why) => {
    expect(() => holdToContract(call, { status: 400, body: refused })).not.toThrow();
    expect(() => holdToContract(call, answer)).toThrow(why);
  });

  test('the check refuses an undocumented field inside another field', () => {
    const none = { amount: null, next: null };
    const body = {
      ...{ worked: true, expire_new_after_hours: null, own_approval_up_to: null, payees: 'any' },
      ...{ approvals: [{ from: 1, needed: 2 }], low_balance: null, duplicates: null },
      reported_money: 'free',
      limits: { per_transfer: none, per_day: none, per_night: none, new_payee: none },
    };
    const rules = { method: 'GET', path: '/v3/accounts/0001/123/rules' };

    expect(() => holdToContract(rules, { status: 200, body })).not.toThrow();
    const more = { ...body, approvals: [{ from: 1, needed: 2, by: 'Ana' }] };
    expect(() => holdToContract(rules, { status: 200, body: more })).toThrow('additional properties');
  });

  test('the check refuses a successful answer to a request that is invalid by the document', () => {
    const body = JSON.stringify({ id: 'five' });
    expect(() =>
      holdToContract({ method: 'POST', path: '/approve-cashout', body }, { status: 200, body: {} }),
    ).toThrow('body/id must be integer');
  });
});

test('the example delivery of docs/webhooks.md is valid by Standard Webhooks and by the steps on that page', () => {
  const guide = read('docs/webhooks.md');
  const [, table = ''] = /<!-- table: delivery -->([\s\S]*?)<!-- end -->/.exec(guide) ?? [];
  const parts = Object.fromEntries(
    [...table.matchAll(/^\| (.+?) +\| `(.+)` +\|$/gm)].map(([, part = '', value = '']) => [part, value]),
  );
  const { secret = '', body = '', 'webhook-id': id, 'webhook-timestamp': at, ...rest } = parts;

  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${id}.${at}.${body}`;
  const digest = createHmac('sha256', key).update(Buffer.from(signed, 'utf8')).digest('base64');
  expect(rest).toEqual({
    'key, in hex': key.toString('hex'),
    'what is signed': signed,
    'webhook-signature': `v1,${digest}`,
  });
  expect(key).toHaveLength(32);
  vi.useFakeTimers({ now: Number(at) * 1000, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  expect(new Verifier(secret).verify(body, parts)).toEqual(JSON.parse(body));
});

test('each vector of docs/hmac-vectors.json equals the result of HMAC-SHA256', () => {
  type Vector = {
    name: string;
    secret: string;
    body?: string;
    body_hex?: string;
    times?: number;
    hmac: string;
  };
  const vectors: Vector[] = JSON.parse(read('docs/hmac-vectors.json'));

  // The text and the digest are from RFC 4231, section 4.3.
  expect(vectors[0]?.hmac).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
  for (const { name, secret, body = '', body_hex, times = 1, hmac } of vectors) {
    const bytes = body_hex ? Buffer.from(body_hex, 'hex') : Buffer.from(body.repeat(times));
    expect(createHmac('sha256', secret).update(bytes).digest('hex'), name).toBe(hmac);
  }
});
