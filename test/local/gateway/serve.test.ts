// Tests what the recordings do not contain: binary bodies, the choice of a route, limits, and failing functions.

import { connect } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { openGateway } from '../../../local/gateway/serve.ts';
import { type Answer, type Opened, openTestGateway } from './ask.ts';

type Event = {
  routeKey: string;
  rawPath: string;
  body?: string;
  isBase64Encoded: boolean;
  pathParameters?: object;
};

let opened: Opened | undefined;
afterEach(() => opened?.gateway.close());

const echoing = async (routes: Record<string, string[]>) => {
  const events: Event[] = [];
  opened = await openTestGateway(routes, async (key, event) => {
    events.push(event as Event);
    return key;
  });
  return { ask: opened.ask, events };
};
const bytesOf = ({ body = '', isBase64Encoded }: Event) =>
  Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
const message = ({ status, headers, body }: Answer) => ({
  status,
  type: headers['content-type'],
  body: JSON.parse(body),
});
const own = (status: number, text: string) => ({
  status,
  type: ['application/json'],
  body: { message: text },
});

describe('a request body', () => {
  test.each(['false', '0', 'null', '"x"', '[]', ' {} ', '{"a":1.0,"a":2}', '\ufeff{}'])(
    'the request body %j arrives byte for byte',
    async (text) => {
      const { ask, events } = await echoing({ one: ['POST /'] });

      await ask({
        method: 'POST',
        path: '/',
        headers: [['content-type', 'application/json']],
        body: Buffer.from(text),
      });

      expect(events[0]).toMatchObject({ body: text, isBase64Encoded: false });
    },
  );

  test('a body of any bytes with any binary content type arrives byte for byte', async () => {
    const { ask, events } = await echoing({ one: ['POST /'] });
    const types = [
      'application/octet-stream',
      'application/x-www-form-urlencoded',
      'text/plain; charset=iso-8859-1',
      '',
    ];

    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1 }), fc.constantFrom(...types), async (bytes, type) => {
        const body = Buffer.from(bytes);
        await ask({ method: 'POST', path: '/', headers: type ? [['content-type', type]] : [], body });
        expect(bytesOf(events.at(-1) as Event)).toEqual(body);
        expect(events.at(-1)?.isBase64Encoded).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  test('a body above ten megabytes, or one that makes the event too large for Lambda, is refused', async () => {
    const { ask, events } = await echoing({ one: ['POST /'] });
    const json: [string, string][] = [['content-type', 'application/json']];

    for (const bytes of [10 * 1024 * 1024 + 1, 6 * 1024 * 1024]) {
      const answer = await ask({ method: 'POST', path: '/', headers: json, body: Buffer.alloc(bytes, 'a') });
      expect(message(answer)).toEqual(own(413, 'Request Entity Too Large'));
    }
    expect(events).toEqual([]);
  });
});

describe('the look-up of a route', () => {
  const routes = {
    list: ['GET /things', 'GET /things/{proxy+}'],
    find: ['GET /things/{id}', 'GET /things/{id}/{proxy+}'],
    special: ['GET /things/special', 'GET /things/special/{proxy+}'],
    inner: ['GET /things/{id}/parts'],
    other: ['*'],
  };
  test.each([
    ['/things', 'list', undefined],
    ['/things/', 'list', { proxy: '' }],
    ['/things//', 'list', { proxy: '/' }],
    ['/things/a/b', 'find', { id: 'a', proxy: 'b' }],
    ['/things/a', 'find', { id: 'a' }],
    ['/things/a/', 'find', { id: 'a', proxy: '' }],
    ['/things/special/', 'special', { proxy: '' }],
    ['/things/%C3%A9', 'find', { id: 'é' }],
    ['/things/a%2Fb', 'find', { id: 'a', proxy: 'b' }],
    ['/things/%zz', 'find', { id: '%zz' }],
    ['/things/special', 'special', undefined],
    ['/things/a/parts', 'inner', { id: 'a' }],
    ['/thing', 'other', undefined],
    ['/', 'other', undefined],
    ['//things', 'other', undefined],
  ])('a request to the path %s is served by the function %s', async (path, function_, pathParameters) => {
    const { ask, events } = await echoing(routes);

    expect((await ask({ method: 'GET', path })).body).toBe(function_);
    expect(events[0]?.pathParameters).toEqual(pathParameters);
  });

  test('a path without a matching route gives a 404', async () => {
    const { ask } = await echoing({ one: ['GET /one'] });

    expect(message(await ask({ method: 'POST', path: '/one' }))).toEqual(own(404, 'Not Found'));
  });
});

describe('a served function', () => {
  test('a function that throws is answered with a 500 without details, and the error is printed to the developer', async () => {
    const heard: unknown[] = [];
    const fail = async () => {
      throw new Error('the secret is 42');
    };
    opened = await openTestGateway({ one: ['GET /'] }, fail, { onFailure: (...all) => heard.push(all) });

    expect(message(await opened.ask({ method: 'GET', path: '/' }))).toEqual(
      own(500, 'Internal Server Error'),
    );
    expect(heard).toEqual([['one', new Error('the secret is 42')]]);
  });

  test.each([{ statusCode: 99 }, { statusCode: 'x' }, { statusCode: 200, headers: { a: 'b\nc' } }])(
    'if a function answers %j, the caller gets a 500',
    async (result) => {
      opened = await openTestGateway({ one: ['GET /'] }, async () => result);

      expect(message(await opened.ask({ method: 'GET', path: '/' }))).toEqual(
        own(500, 'Internal Server Error'),
      );
    },
  );

  test('if a function exceeds its time-out, the caller gets a 503', async () => {
    const never = () => new Promise(() => {});
    opened = await openTestGateway({ one: ['GET /'] }, never, { answerWithinMs: 1 });

    expect(message(await opened.ask({ method: 'GET', path: '/' }))).toEqual(own(503, 'Service Unavailable'));
  });
});

describe('the local server', () => {
  test('the server refuses to start on a port that is in use', async () => {
    const { ask } = await echoing({ one: ['GET /'] });

    await expect(openGateway(opened?.port ?? 0)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect((await ask({ method: 'GET', path: '/' })).status).toBe(200);
  });

  test('the server refuses headers of more than 10,240 bytes', async () => {
    const { ask, events } = await echoing({ one: ['GET /'] });

    expect((await ask({ method: 'GET', path: '/', headers: [['a', 'b'.repeat(10_240)]] })).status).toBe(431);
    expect(events).toEqual([]);
  });

  test('the server keeps working if a caller disconnects in the middle of a body', async () => {
    const { ask } = await echoing({ one: ['GET /', 'POST /'] });
    const socket = connect(opened?.port ?? 0, '127.0.0.1');
    await new Promise((resolve) =>
      socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nabc', resolve),
    );
    socket.destroy();

    expect((await ask({ method: 'GET', path: '/' })).status).toBe(200);
  });

  test('the server answers 503 while it is shut', async () => {
    const { ask } = await echoing({ one: ['GET /'] });
    opened?.gateway.shut();

    expect(message(await ask({ method: 'GET', path: '/' }))).toEqual(own(503, 'Service Unavailable'));
  });
});
