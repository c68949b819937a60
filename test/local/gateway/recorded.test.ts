// Compares the gateway of the local stack with AWS's, by events and answers that others have recorded. Their
// addresses, accounts and ids are left out.

import { afterEach, describe, expect, test } from 'vitest';
import { type Opened, openTestGateway } from './ask.ts';
import recordedAnswers from './recorded-answers.json' with { type: 'json' };
import recordedEvents from './recorded-events.json' with { type: 'json' };

// biome-ignore lint/suspicious/noExplicitAny: events are compared whole
type Json = any;

let opened: Opened | undefined;
afterEach(() => opened?.gateway.close());

describe('a local function receives the same event as on AWS:', () => {
  test.each(recordedEvents)('$name ($from)', async ({ request, event: recorded, keysOfContext }) => {
    const received: Json[] = [];
    const route = recorded.routeKey === '$default' ? '*' : recorded.routeKey;
    opened = await openTestGateway({ one: [route] }, async (_, event) => {
      received.push(event);
      return {};
    });

    const { bodyBase64, headers, ...line } = request as typeof request & { bodyBase64?: string };
    const body = bodyBase64 === undefined ? {} : { body: Buffer.from(bodyBase64, 'base64') };
    await opened.ask({ ...line, headers: headers as [string, string][], ...body });

    const [{ headers: gotHeaders, requestContext, ...rest }] = received;
    const { headers: wantedHeaders, requestContext: wantedContext, ...wanted } = recorded as Json;
    expect(rest).toEqual(wanted);
    expect(gotHeaders).toEqual({
      ...wantedHeaders,
      host: `localhost:${opened.port}`,
      'x-amzn-trace-id': expect.stringMatching(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/),
      'x-forwarded-for': '127.0.0.1',
    });
    expect(Object.keys(gotHeaders)).toEqual(Object.keys(gotHeaders).sort());
    expect(Object.keys(requestContext).sort()).toEqual(keysOfContext);
    expect(requestContext).toMatchObject({
      ...wantedContext,
      http: { ...wantedContext.http, sourceIp: '127.0.0.1' },
      stage: '$default',
      requestId: expect.stringMatching(/^[\w-]{15}=$/),
      time: expect.stringMatching(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
      timeEpoch: expect.any(Number),
    });
  });
});

describe('a local caller receives the same answer as from AWS:', () => {
  test.each(recordedAnswers)('$name ($from)', async ({ result, answer: recorded }) => {
    opened = await openTestGateway({ one: ['GET /'] }, async () => result);

    const answer = await opened.ask({ method: 'GET', path: '/' });

    expect({ status: answer.status, body: answer.body }).toEqual({
      status: recorded.status,
      body: recorded.body,
    });
    expect(answer.headers).toMatchObject(recorded.headers);
  });
});
