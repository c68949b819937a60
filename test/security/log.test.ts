import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { root } from '../../local/service.ts';
import { openCaller, openTenant, sendInProcess } from '../support/api.ts';
import { openStack } from '../support/stack.ts';
import { makeTaints } from '../support/taints.ts';
import { useStack } from '../support/use-stack.ts';
import { createCashout, register } from '../support/webhooks.ts';

const used = useStack();

/** Returns the lines that the real logger writes for these statements about `log`. */
async function written(statements: string): Promise<string> {
  const file = new URL('lib/platform/log.ts', pathToFileURL(root));
  const code = `import { lambdaLog } from '${file}'; const log = lambdaLog('test'); ${statements}`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code]);
  return stdout + stderr;
}

describe('a log line', () => {
  test('a log line has only the fields of the allowed list, with the right types', async () => {
    const line = await written(`log.info('request', { route: 'GET /', status: 200, key: 'fulano',
      ['__proto__']: { count: 1 }, hmac: 'abc', code: { name: 'Ana Souza' }, cashoutId: '12345678909' });`);

    expect(JSON.parse(line)).toEqual({
      level: 'INFO',
      message: 'request',
      route: 'GET /',
      status: 200,
      service: 'pix-cashout-test',
      timestamp: expect.any(String),
      sampling_rate: 0,
    });
  });

  test('a log line of an error has the name and the location of the error, but not its message or fields', async () => {
    const line = await written(`
      const error = new TypeError('no such key: 12345678909\\n    at fulano@example.com');
      log.error('request failed', { code: 'internal' },
        Object.assign(error, { input: '12345678909', cause: new RangeError('12345678909') }));`);

    expect(line).not.toMatch(/12345678909|fulano/);
    expect(JSON.parse(line)).toMatchObject({ errorName: 'TypeError', errorCause: 'RangeError' });
    expect(JSON.parse(line).errorAt.length).toBeGreaterThan(0);
  });

  test('a request is logged once, with its caller and route and no other data of the request', async () => {
    const caller = await used.newCaller();
    const before = used.stack.lines.length;

    await caller.get(
      `/v3/account-statements/0001/${caller.source.source_account_number}?start=2026-01-01&end=x`,
    );

    const { company_id: companyId, client_id: clientId } = caller.tenant;
    expect(used.stack.lines.slice(before).map((line) => JSON.parse(line))).toEqual([
      {
        level: 'info',
        message: 'request',
        requestId: expect.stringMatching(/^[\w-]{15}=$/),
        route: 'GET /v3/account-statements/{branch}/{number}',
        status: 422,
        milliseconds: expect.any(Number),
        companyId,
        clientId,
      },
    ]);
  });
});

describe('when a test stack stops,', () => {
  test('the stack’s log is searched for secrets, and a leak fails the test file', async () => {
    const stack = await openStack();
    const { hmac_secret, mfa_secret } = await openTenant(sendInProcess(stack));
    stack.deps.log.info(`secret is ${mfa_secret}`);

    await expect(stack.stop()).rejects.toThrow(/answer mfa_secret .*secret is/);
    stack.lines.length = 0;
    stack.deps.log.warn('signed', { code: hmac_secret });
    await expect(stack.stop()).rejects.toThrow('answer hmac_secret');
    stack.lines.length = 0;
    await stack.stop();
  });

  test('the search of the log covers every kind of secret and personal data', async () => {
    const stack = await openStack();
    const send = sendInProcess(stack);
    const caller = await openCaller(send, await openTenant(send, { name: 'Padaria da Ana' }));
    const url = 'https://receiver.example.com/';
    await register(caller, url, 'ALL', { authorization_token: 'token-1', x_functions_key: 'function-1' });
    await createCashout(stack, caller);
    const kinds = new Set(stack.taints.entries().map(([, kind]) => kind));
    await stack.stop();

    for (const kind of [
      ...['answer client_secret', 'answer hmac_secret', 'answer mfa_secret', 'answer access_token'],
      ...['answer secret', 'answer pix_key', 'request name', 'request key', 'request url', 'request body'],
      ...['request authorization_token', 'request x_functions_key', 'authorization header', 'hmac header'],
      ...['setting DATA_KEY', 'setting signingKey', 'setting NETWORK_CALLBACK_SECRET'],
    ]) {
      expect(kinds).toContain(kind);
    }
  });
});

describe('the search of the log', () => {
  const find = (line: string, plant: (taints: ReturnType<typeof makeTaints>) => void = () => {}) => {
    const taints = makeTaints();
    plant(taints);
    return taints.find([line]).map(({ kind }) => kind);
  };

  test.each([
    ['CPF', 'of 12345678909'],
    ['CPF', '123.456.789-09'],
    ['CNPJ', '11222333000181'],
    ['CNPJ', '11.222.333/0001-81'],
    ['phone number', '+5511987654321'],
    ['e-mail address', 'fulano@example.com'],
    ['token', 'eyJhbGciOiJFUzI1NiJ9'],
    ['credentials', 'Bearer abcdefgh'],
    ['webhook secret', 'whsec_AAAA'],
    ['64 hex digits', 'A0'.repeat(32)],
  ])('the search recognizes a %s by its format: %s', (kind, text) => {
    expect(find(JSON.stringify({ level: 'info', outcome: `x ${text}` }))).toContain(kind);
    expect(find(`a line that is not JSON: ${text}`)).toContain(kind);
  });

  test.each(['12345678900', '11111111111', '7f1c2ad4-7f7e-4f7a-9b56-123456789091', 'POST /v3/meds/{id}'])(
    'the search ignores the harmless text %s',
    (text) => {
      expect(find(JSON.stringify({ cashoutId: 12345678909, outcome: text }))).toEqual([]);
    },
  );

  test('the search ignores the gateway’s random ids, but no other values in the same fields', () => {
    expect(find(JSON.stringify({ requestId: 'RDT1eyJrFBh0Pxg=' }))).toEqual([]);
    expect(find(JSON.stringify({ requestId: 'eyJhbGciOiJFUzI1NiJ9' }))).toEqual(['token']);
    expect(find(JSON.stringify({ outcome: 'RDT1eyJrFBh0Pxg=' }))).toEqual(['token']);
  });

  test('the search finds sent values in any field, in any case, shortened, escaped, or as a number', () => {
    const call = {
      method: 'POST',
      path: '/',
      body: JSON.stringify({ tag: 'Pedido "42" da Ana', number: '123456789' }),
    };
    const sent = (line: object) => find(JSON.stringify(line), (taints) => taints.plantCall(call));

    expect(sent({ outcome: 'tag=pedido "42" DA ana' })).toEqual(['request tag']);
    expect(sent({ message: call.body.slice(0, 30) })).toEqual(['request body']);
    expect(sent({ webhookId: 123456789 })).toEqual(['request number']);
    expect(sent({ webhookId: 11234567892, outcome: '9123456789' })).toEqual([]);
  });
});
