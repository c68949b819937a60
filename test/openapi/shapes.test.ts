import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { amount, idempotencyKey, startTime } from '../../lib/base/field-schemas.ts';
import { JsonNumber } from '../../lib/base/json.ts';
import { readPublicUrl } from '../../lib/base/public-url.ts';
import { parseInstant } from '../../lib/base/time.ts';
import { createCashoutBody, createCashoutManualBody, rejectCashoutBody } from '../../lib/cashout/schemas.ts';
import { listCashoutsQuery } from '../../lib/cashout-list/schemas.ts';
import { chargebackBody } from '../../lib/chargeback/schemas.ts';
import { exportRequest } from '../../lib/export/schemas.ts';
import { listMedCasesQuery } from '../../lib/med-case/schemas.ts';
import { valor } from '../../lib/network/schemas.ts';
import { makeDocument } from '../../lib/openapi/document.ts';
import * as patterns from '../../lib/openapi/patterns.ts';
import { preflightBody } from '../../lib/preflight/schemas.ts';
import { createTenantBody } from '../../lib/sandbox/schemas.ts';
import { updateWebhookBody } from '../../lib/webhook/schemas.ts';
import { bankDetails } from '../support/bank-details.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document of documents
type Json = any;

const document: Json = makeDocument('http://localhost:3000', true);
const { schemas } = document.components;
const judgedBy = (whole: Json) => {
  const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 3 });
  addFormats.default(ajv);
  ajv.addSchema({ ...whole, $id: 'openapi' });
  return (schema: object) => {
    const judge = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')));
    return (value: unknown) => judge(value) === true;
  };
};
const allows = judgedBy(document);
const numberOf = (value: unknown) => (typeof value === 'number' ? new JsonNumber(String(value)) : value);
const takes = (schema: z.ZodType) => (value: unknown) => schema.safeParse(numberOf(value)).success;
/** Does the same as `takes`, for an object. */
const takesAll = (schema: z.ZodType) => (body: object) =>
  schema.safeParse(Object.fromEntries(Object.entries(body).map(([name, one]) => [name, numberOf(one)])))
    .success;

/** Returns every schema in the document, with its place. */
function* schemasIn(node: Json, place = ''): Generator<[string, Json]> {
  if (node === null || typeof node !== 'object') return;
  if (node.type || node.pattern || node.$ref) yield [place, node];
  for (const [name, inner] of Object.entries(node))
    if (!['example', 'examples', 'enum'].includes(name)) yield* schemasIn(inner, `${place}/${name}`);
}
const all = [...schemasIn(document)];

describe('for every client generator,', () => {
  test.each(['\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '\\p', '\\P', '\\u', '\\b', '(?=', '(?!', '(?<'])(
    'no pattern has %s, which ECMAScript, Python and RE2 interpret differently',
    (part) => {
      expect(all.filter(([, { pattern }]) => pattern?.includes(part)).map(([place]) => place)).toEqual([]);
    },
  );

  test('each number has its width (int32, int64 or double)', () => {
    const numbers = all.filter(([, { type }]) => [type].flat().some((one) => /integer|number/.test(one)));

    expect(numbers.length).toBeGreaterThan(50);
    expect(numbers.filter(([, { format }]) => !/^(int32|int64|double)$/.test(format))).toEqual([]);
    for (const [place, { type, format, maximum }] of numbers)
      if ([type].flat().includes('integer'))
        expect(format, place).toBe(maximum < 2 ** 31 ? 'int32' : 'int64');
  });

  test('a union of types consists of null and one other type, and every other union is oneOf or anyOf', () => {
    const unions = all.filter(([, { type }]) => Array.isArray(type));

    expect(unions.filter(([, { type }]) => type.length !== 2 || type[1] !== 'null')).toEqual([]);
  });

  test('a constant is a text or null, since boolean constants do not compile in Java', () => {
    expect(all.filter(([, one]) => typeof one.const === 'boolean')).toEqual([]);
    expect(schemas.Cashout.properties.worked).toMatchObject({ type: 'boolean', not: { const: false } });
    expect(allows(schemas.Cashout.properties.worked)(false)).toBe(false);
  });

  test('a schema that allows null has null as a type, and not as a constant', () => {
    const nullable = all.filter(([, { type }]) => [type].flat().includes('null'));

    expect(nullable.length).toBeGreaterThan(100);
    expect(nullable.filter(([, schema]) => !allows(schema)(null)).map(([place]) => place)).toEqual([]);
    const isModel = allows(schemas.PreflightCashout.properties.recipient_account_model);
    expect([null, 'Movement', 'Savings'].map(isModel)).toEqual([true, true, false]);
  });

  test('every operation has a description, and every body has a type that generators know', () => {
    const operations = Object.values<Json>(document.paths).flatMap((path) => Object.values<Json>(path));

    expect(operations.filter(({ description }) => !description)).toEqual([]);
    const types = operations.flatMap(({ requestBody }) => Object.keys(requestBody?.content ?? {}));
    expect([...new Set(types)].sort()).toEqual([
      'application/json',
      'application/octet-stream',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/x-www-form-urlencoded',
      'text/csv',
    ]);
  });

  test('a São Paulo time has no zone, and therefore does not have the format date-time', () => {
    const { date_time, date_time_utc } = schemas.StatementItem.properties;

    expect(date_time).toMatchObject({ type: 'string', examples: ['2026-11-21T12:04:05.123'] });
    expect(date_time.format).toBeUndefined();
    expect(date_time_utc.format).toBe('date-time');
    expect(allows(date_time)('2026-11-22T04:37:18.398')).toBe(true);
    expect(allows(date_time)('2026-11-22T04:37:18.398-03:00')).toBe(false);
  });
});

describe('the document and the validation accept the same values:', () => {
  const from = (...parts: string[]) =>
    fc.array(fc.constantFrom(...parts), { maxLength: 14 }).map((chosen) => chosen.join(''));
  const digits = from('0', '0', '1', '5', '9', '.', '.', ',', '-', '+', 'e', ' ', '\n');
  const decimals = fc.tuple(fc.nat(99_999), fc.nat(999)).map(([whole, part]) => `${whole}.${part}`);
  const words = from(
    'a',
    'é',
    '💸',
    ' ',
    '\t',
    '\n',
    '\u00a0',
    '\u0085',
    '\u2003',
    '\ufeff',
    '\u0000',
    '\u007f',
  );
  const two = (max: number) => fc.integer({ min: 0, max }).map((one) => String(one).padStart(2, '0'));
  const year = fc.constantFrom('1899', '1900', '1904', '2000', '2026', '2028', '2100', '2400', '9999');
  const date = fc.tuple(year, two(14), two(33)).map((parts) => parts.join('-'));
  const seconds = fc.option(two(61), { nil: undefined });
  const clock = fc
    .tuple(two(25), two(61), seconds, fc.constantFrom('', '.1', '.123456789', '.1234567890', '.'))
    .map(([hour, minute, second, part]) => `T${hour}:${minute}${second ? `:${second}${part}` : ''}`);
  const zone = fc.constantFrom('', 'Z', '+00:00', '-03:00', '+14:59', '+15:00', '-3:00', 'z');
  const time = fc.tuple(date, clock, zone).map((parts) => parts.join(''));
  const hex = from('0b6f2f0e-', '0c07-', '4e3f-', '9a51-', '2f3c1a7e5d42', 'A', 'g', '-', '4', 'C', ' ');
  const uuids = fc.uuid({ version: [1, 4, 5] });

  const manual = schemas.CreateCashoutManual.properties;
  const takesInstant = (text: unknown) => parseInstant(String(text)) !== undefined;
  const takesDay = takes(listMedCasesQuery.shape.filter_start_date);
  const astral = /[\u{10000}-\u{10ffff}]/u;
  const takesName = takes(createCashoutManualBody.shape.recipient_name);

  test.each<[string, object, (value: unknown) => boolean, fc.Arbitrary<unknown>, unknown[]]>([
    [
      'an amount as text',
      schemas.Amount,
      takes(amount),
      fc.oneof(digits, decimals),
      ['0', '0.0', '0.00', '0.01', '0.1', '0.10', '01', '1', '1.', '.5', '9999999999.99', '10000000000', ''],
    ],
    [
      'an amount as a number',
      schemas.Amount,
      takes(amount),
      fc.integer({ min: -1_000, max: 999_999_999_999 }).map((cents) => Number(`${cents}e-2`)),
      [0, -1, 0.01, 0.29, 35.41, 100.999, 9_999_999_999.99, 9_999_999_999.999, 10_000_000_000, null, true],
    ],
    [
      'the amount of a chargeback',
      schemas.ExactAmount,
      takes(chargebackBody.shape.amount),
      fc.oneof(digits, decimals),
      ['10.00', '10.0', '10', '0.00', '0.01', 10, 10.5, 10.555, 0],
    ],
    [
      'an opening balance',
      schemas.SandboxTenant.properties.balance,
      takes(createTenantBody.shape.balance),
      fc.oneof(digits, decimals),
      ['0', '0.0', '0.000', 0, null, '10000.00', true],
    ],
    [
      'an amount of the network',
      schemas.NetworkPayment.properties.valor,
      takes(valor),
      fc.oneof(digits, decimals),
      ['0.00', '000.00', '0000000001.00', '00000000001.00', '0.01', '1.0'],
    ],
    [
      'a time',
      { type: 'string', pattern: patterns.instant },
      takesInstant,
      fc.oneof(date, time, digits),
      [
        '',
        '2026-02-29',
        '2028-02-29',
        '2100-02-29',
        '2400-02-29',
        '2026-04-31',
        '2026-11-21T24:00',
        '2026-11-21 10:00',
      ],
    ],
    [
      'the start of a cashout',
      schemas.CreateCashout.properties.scheduled_for,
      (value) => value === null || takes(startTime)(value),
      fc.oneof(date, time, digits),
      [
        '',
        null,
        '2026-12-01T10:00Z',
        '2026-12-01T10:00:00',
        '2026-12-01T10:00:00 03:00',
        '2026-12-01T10:00:00-03',
      ],
    ],
    ['a day', { type: 'string', pattern: patterns.day }, takesDay, fc.oneof(date, time), ['', '2026-02-29']],
    [
      'an idempotency key',
      { type: 'string', pattern: patterns.uuid4 },
      takes(idempotencyKey),
      fc.oneof(hex, uuids),
      ['', 'abc', '0b6f2f0e-0c07-1e3f-9a51-2f3c1a7e5d42', '0B6F2F0E-0C07-4E3F-9A51-2F3C1A7E5D42'],
    ],
    [
      'a name',
      manual.recipient_name,
      // JavaScript counts a character beyond the basic plane as two. Not every regex dialect can express this.
      (value) => takesName(value) && !(astral.test(String(value)) && [...String(value).trim()].length < 2),
      words,
      ['', ' ', 'a', ' a ', 'ab', 'a b', 'a\u0000b', 'é\u2003', 5, null],
    ],
    [
      'a reason',
      schemas.ChargebackRequest.properties.information,
      takes(chargebackBody.shape.information),
      words,
      ['', ' \n\u2003\ufeff', '\u0000', 'x'],
    ],
    [
      'a message to the payee',
      schemas.CreateCashout.properties.message_to_payee,
      takes(createCashoutBody.shape.message_to_payee),
      words,
      ['', ' ', 'a', 'a\u200db', 'a\u202eb', 'a\u0007', '\ufeff', null, 5],
    ],
    [
      'the reason of a rejection',
      schemas.RejectCashout.properties.reason,
      takes(rejectCashoutBody.shape.reason),
      words,
      ['', ' ', '\u200d', 'a\u200d', 'a\u202eb', '\u200b', 'a b'],
    ],
    [
      'a month',
      schemas.CreateExportRequest.properties.month,
      takes(exportRequest.shape.month),
      fc.oneof(
        date,
        date.map((day) => day.slice(0, 7)),
      ),
      ['1909-12', '1910-01', '2999-12', '3000-01', '2026-1', '2026-13', ''],
    ],
    [
      'the digit of a branch',
      manual.recipient_account_branch_digit,
      takes(createCashoutManualBody.shape.recipient_account_branch_digit),
      from('0', '9', 'x', 'X', 'y', ' '),
      ['', 'x', 'xx', null],
    ],
  ])('%s', (_, schema, check, arbitrary, examples) => {
    const isAllowed = allows(schema);
    const agree = (value: unknown): void => {
      expect([value, isAllowed(value)]).toEqual([value, check(value)]);
    };

    for (const value of examples) agree(value);
    fc.assert(
      fc.property(arbitrary, (value) => agree(value)),
      { numRuns: 500 },
    );
  });

  test('a webhook’s address, except for whether its host name is public', () => {
    const isAllowed = allows(schemas.CreateWebhook.properties.url);
    const addresses = [
      'https://receiver.example.com/pix?a=1#b',
      'HTTPS://Receiver.Example.com:8443/',
      'https://xn--bcher-kva.example.xn--p1ai',
      'https://a_b.example.com.',
      '',
      ' https://receiver.example.com',
      'https://receiver.example.com/é',
      'https://receiver.example.com/\\',
      'http://receiver.example.com/',
      'https:/receiver.example.com/',
      'https://receiver.example.com:80/',
      'https://user:word@receiver.example.com/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://localhost/',
      'ftp://receiver.example.com/',
      'receiver.example.com',
    ];
    for (const address of addresses)
      expect([address, isAllowed(address)]).toEqual([address, !('fault' in readPublicUrl(address, false))]);

    // These are all characters that a URL parser accepts in a host name.
    const hosts = fc.string({
      unit: fc.constantFrom(..."ab1-_.!$&'()*+,;=~%6"),
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(hosts, (host) => {
        const address = `https://${host}.example.com/`;
        expect([address, isAllowed(address)]).toEqual([address, !('fault' in readPublicUrl(address, false))]);
      }),
      { numRuns: 1_000 },
    );

    const onLoopback = makeDocument('http://localhost:3000', true, { allowLoopback: true }) as Json;
    const { url } = onLoopback.components.schemas.CreateWebhook.properties;
    for (const address of [
      ...addresses,
      'http://127.0.0.1:4567/hook',
      'http://localhost:1',
      'https://a.b.co:444',
    ])
      expect([address, allows(url)(address)]).toEqual([address, !('fault' in readPublicUrl(address, true))]);
  });

  /** Generates objects in which each field is missing or has one of its values. */
  const objects = (values: Record<string, readonly unknown[]>) =>
    fc.record(
      Object.fromEntries(Object.entries(values).map(([name, some]) => [name, fc.constantFrom(...some)])),
      { requiredKeys: [] },
    );
  const payer = { source_account_branch_identifier: '0001', source_account_number: '123456784' };
  const { recipient_legal_id: cpf, ...bank } = bankDetails;
  const withLetters = '12ABC34501DE35';

  test.each([false, true])('a preflight’s body, with letters in CNPJs: %s', (cnpjLetters) => {
    const ofStage = makeDocument('', true, { cnpjLetters }) as Json;
    const isAllowed = judgedBy(ofStage)(ofStage.components.schemas.PreflightCashout);
    const isTaken = takesAll(preflightBody(cnpjLetters));
    const agree = (body: object) => expect([body, isAllowed(body)]).toEqual([body, isTaken(body)]);

    const common = { ...payer, amount: '1.00' };
    agree({});
    agree(payer);
    for (const owner of [undefined, null, cpf, withLetters, 'x'])
      for (const payee of [
        { key: 'k' },
        { copy_and_paste: 'c' },
        bank,
        { ...bank, key: 'k' },
        { key: null },
        {},
      ])
        for (const body of [common, payer, { ...common, amount: null }, { ...common, key: null }])
          agree({ ...body, ...payee, ...(owner === undefined ? {} : { recipient_legal_id: owner }) });
    const some = (value: unknown) => [value, value, value, null];
    const drawn = objects({
      amount: ['1.00', 1, null, '0'],
      key: ['k', null],
      copy_and_paste: ['c', null, null],
      recipient_legal_id: [cpf, cpf, withLetters, null],
      recipient_account_branch_digit: ['', 'x', null, 'y'],
      scheduled_for: ['2026-12-01', null, 'x'],
    });
    const details = objects(Object.fromEntries(Object.entries(bank).map(([name, one]) => [name, some(one)])));
    const anyDetails = fc.oneof(details, fc.constantFrom<object>(bank, {}));
    fc.assert(
      fc.property(drawn, anyDetails, (body, given) => void agree({ ...payer, ...body, ...given })),
      { numRuns: 2_000 },
    );
  });

  test.each<[string, object, z.ZodType, Record<string, readonly unknown[]>]>([
    [
      'the body of an export',
      schemas.CreateExportRequest,
      exportRequest,
      {
        month: ['2026-11', '2026-13', null],
        format: ['csv', 'ofx', 'camt.053', 'xml', null],
        locale: ['en', 'pt-BR', 'pt', null],
      },
    ],
    [
      'the body of a rejection',
      schemas.RejectCashout,
      rejectCashoutBody,
      {
        id: [1, 0, -1, 1.5, '1', null, 2 ** 53 - 1, 2 ** 53],
        reason: ['x', '', null, 5, 'x'.repeat(200), 'x'.repeat(201)],
      },
    ],
    [
      'the change of a webhook',
      schemas.UpdateWebhook,
      updateWebhookBody(false),
      {
        webhook_id: [1, 0, '1', null],
        url: ['https://receiver.example.com/', 'http://receiver.example.com/', null],
        type_webhook: ['ALL', 'all', null],
        authorization_token: ['Bearer x', ' x', '', null, 'x'.repeat(1_025)],
        x_functions_key: ['x', 'é', null],
        rotate_secret: [true, false, null, 'true'],
        paused: [false, true, null],
      },
    ],
    [
      'the fields of a create besides the payee',
      schemas.CreateCashout,
      createCashoutBody,
      {
        ...Object.fromEntries(Object.entries(payer).map(([name, one]) => [name, [one, one, one, 'x', null]])),
        amount: ['1.00', '1.00', 1, null],
        key: ['k', 'k', 'k', null],
        recipient_legal_id: [cpf, withLetters, null, '123', withLetters.toLowerCase()],
        tag: ['x', '', null, 5, 'x'.repeat(1_000), 'x'.repeat(1_001)],
        scheduled_for: ['2026-12-01', '2026-12-01T10:00:00-0300', null, '2026-12-01T10:00Z'],
      },
    ],
  ])('%s', (_, schema, check, values) => {
    const isAllowed = allows(schema);
    const isTaken = takesAll(check);
    fc.assert(
      fc.property(
        objects(values),
        (body) => void expect([body, isAllowed(body)]).toEqual([body, isTaken(body)]),
      ),
      { numRuns: 1_000 },
    );
  });

  test('each example of a parameter', () => {
    const shared: Json[] = Object.values(document.components.parameters);
    const own = Object.values<Json>(document.paths).flatMap((path) =>
      Object.values<Json>(path).flatMap(({ parameters = [] }) => parameters),
    );
    const told = [...shared, ...own].filter(({ schema }) => schema?.examples);
    const wrong = told.filter(({ schema }) => !schema.examples.every(allows(schema)));

    expect(told.length).toBeGreaterThan(20);
    expect(wrong.map(({ name, schema }) => [name, schema.examples])).toEqual([]);
  });

  test('each query parameter of the list of cashouts, with the dependencies in its description', () => {
    const parameters: Json[] = document.paths['/v3/cashouts'].get.parameters.map((one: Json) =>
      one.$ref ? document.components.parameters[one.$ref.split('/').at(-1)] : one,
    );
    const values: Record<string, readonly string[]> = {
      source_account_branch_identifier: ['0001', '001'],
      source_account_number: ['123456784', 'x'],
      idempotency_key: ['0b6f2f0e-0c07-4e3f-9a51-2f3c1a7e5d42', 'x'],
      code_transaction: ['PX-0000-1A2B-3C4D', 'PX-0000-1a2b-3c4d', 'PX-0000-1A2B'],
      end_to_end_id: [
        'E99999010202611211504002VOM7EKSH',
        'D9999901020261121150400OQUDG8SN35',
        'E9999901020261121150400OQUDG8SN3',
      ],
      receipt_code: ['A'.repeat(31), `${'A'.repeat(30)}=`, 'A'.repeat(30)],
      awaiting: ['approval', 'start', 'x'],
      order: ['oldest', 'largest', 'newest'],
      status: ['NEW', 'SUCCESS', 'new'],
      from: ['2026-11-01', '2026-02-30'],
      to: ['2026-11-30', '2026-10-30', 'x'],
      min_amount: ['10.00', '0', '1.555'],
      max_amount: ['20', '5', '-1'],
      key: ['k', 'k'.repeat(77), 'k'.repeat(78)],
      recipient_legal_id: [cpf, withLetters, 'x'],
      recipient_name: ['ana', 'an', 'x'.repeat(150), 'x'.repeat(151)],
      tag: ['x', 'x'.repeat(1_000), 'x'.repeat(1_001)],
      created_by: ['x', 'x'.repeat(64), 'x'.repeat(65)],
      limit: ['1', '100', '101', '0'],
      cursor_id: ['1', '0', 'x'],
      cursor_datetime: ['2026-11-01', 'x'],
      cursor_direction: ['next', 'previous', 'x'],
    };
    expect(Object.keys(values)).toEqual(parameters.map(({ name }) => name));
    const judges = new Map(parameters.map(({ name, schema }) => [name, [schema, allows(schema)] as const]));
    const isAllowed = (name: string, text: string) => {
      const [{ type }, judge] = judges.get(name) ?? [{}, () => false];
      return judge(type === 'integer' ? Number(text) : text);
    };
    const told = new Map<string, string>(parameters.map(({ name, description }) => [name, description]));
    const beyond = {
      'is required': 'Required with the other parameter of the account',
      'must be given alone': 'Only alone',
      'is required with the other cursor parameters': 'Required with the other cursor parameters',
      'must be NEW with awaiting': 'With awaiting it can only be NEW',
      'must not be before the value of from': 'not before from',
      'must not be less than min_amount': 'not less than min_amount',
    };
    fc.assert(
      fc.property(objects(values), (query) => {
        const forbidden = Object.entries(query).filter(([name, text]) => !isAllowed(name, String(text)));
        const { error } = listCashoutsQuery.safeParse(query);
        if (forbidden.length > 0) return void expect(error, JSON.stringify(query)).toBeDefined();
        for (const { path, message } of error?.issues ?? [])
          expect(told.get(String(path[0])), message).toContain(beyond[message as keyof typeof beyond]);
      }),
      { numRuns: 1_000 },
    );
  });
});
