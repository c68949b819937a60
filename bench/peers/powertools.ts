// Runs the create call with middy's standard middlewares and Powertools idempotency. The table, the wrapper and the
// payload validation are those of its documentation. Like ours, it refuses another body with the same key. It uses the
// wrapper, because the middleware deletes a key after it refuses a replay (2.35.0; their issue 5675).

import { randomUUID } from 'node:crypto';
import {
  IdempotencyConfig,
  IdempotencyValidationError,
  makeIdempotent,
} from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import { UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import middy from '@middy/core';
import httpErrorHandler from '@middy/http-error-handler';
import httpHeaderNormalizer from '@middy/http-header-normalizer';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Account } from '../../lib/account/account.ts';
import type { Policy } from '../../lib/account/policy.ts';
import { randomIds } from '../../lib/base/ids.ts';
import { cents } from '../../lib/base/money.ts';
import { presentCashout } from '../../lib/cashout/present.ts';
import type { Contestant } from '../blocks.ts';
import { context } from '../caller.ts';
import { createTable, type Given, keysOf, ownClients, type Peer, plainRow } from './given.ts';

const tables = { keys: 'bench-powertools-keys', transactions: 'bench-powertools-transactions' };

type Body = { amount: number; key: string; tag: string };
type Event = { headers: Record<string, string>; body: Body };
type Answer = APIGatewayProxyStructuredResultV2;
type Handler = (event: Event, given: typeof context) => Promise<Answer>;

export async function openPowertools(given: Given): Promise<Peer> {
  const { plain, client } = ownClients();
  await createTable(plain, tables.keys, 'id', 'S');
  await plain.send(
    new UpdateTimeToLiveCommand({
      TableName: tables.keys,
      TimeToLiveSpecification: { AttributeName: 'expiration', Enabled: true },
    }),
  );
  await createTable(plain, tables.transactions, 'id', 'N');

  async function create({ headers, body }: Event): Promise<Answer> {
    const { Responses } = await client.send(
      new BatchGetCommand({
        RequestItems: { [given.accountsTable]: { Keys: keysOf(given), ConsistentRead: true } },
      }),
    );
    const rows = Responses?.[given.accountsTable] ?? [];
    const account = rows.find((row) => row.sk === 'BALANCE') as Account | undefined;
    const policy = rows.find((row) => row.sk !== 'BALANCE') as Policy | undefined;
    if (account?.companyId !== given.caller.companyId || !policy?.permissions.includes('CREATE')) {
      return { statusCode: 400, body: JSON.stringify({ message: 'Account not found' }) };
    }
    const cashout = {
      ...plainRow(given.row),
      id: randomIds.cashoutId(),
      idempotencyKey: headers['idempotency-key'] ?? '',
      request: {
        endpoint: 'create-cashout' as const,
        amountCents: cents(Math.round(body.amount * 100)),
        tag: body.tag,
        pixKey: body.key,
      },
      createdAt: new Date().toISOString(),
    };
    await client.send(
      new PutCommand({
        TableName: tables.transactions,
        Item: cashout,
        ConditionExpression: 'attribute_not_exists(id)',
      }),
    );
    return {
      statusCode: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(presentCashout(cashout, 'create')),
    };
  }

  const once = makeIdempotent(create, {
    persistenceStore: new DynamoDBPersistenceLayer({ tableName: tables.keys, awsSdkV3Client: plain }),
    config: new IdempotencyConfig({
      eventKeyJmesPath: 'headers."idempotency-key"',
      payloadValidationJmesPath: 'body',
      throwOnNoIdempotencyKey: true,
    }),
  });
  const handler = middy<Event, Answer>(once)
    .use(httpHeaderNormalizer())
    .use(httpJsonBodyParser())
    .use(httpErrorHandler({ logger: false }))
    .onError((request) => {
      if (request.error instanceof IdempotencyValidationError)
        Object.assign(request.error, { statusCode: 409 });
    });
  // middy's types expect the event as it is before the body is parsed, so the type is changed here.
  const handle = handler as unknown as Handler;
  const send = (key: string, amount?: number) => handle(given.eventOf(key, amount) as never, context);

  const known = randomUUID();
  const { body: made } = await send(known);
  if ((await send(known, 99)).statusCode !== 409)
    throw new Error('Powertools accepted another body as a replay');

  const asking = (keyOf: () => string, isRight: (answer: Answer) => boolean) => {
    const contestant: Contestant = {
      prepare: async (count) =>
        Array.from({ length: count }, () => {
          const event = given.eventOf(keyOf()) as never;
          return () => handle(event, context);
        }),
      check(answer) {
        const { statusCode } = answer as Answer;
        if (statusCode !== 200 || !isRight(answer as Answer))
          throw new Error(`Powertools gave a wrong answer: ${JSON.stringify(answer)}`);
      },
    };
    return contestant;
  };
  return {
    client,
    first: asking(randomUUID, ({ body }) => body !== made),
    replay: asking(
      () => known,
      ({ body }) => body === made,
    ),
  };
}
