// Prepares the environment of a cold start: a company with an account on the embedded engine, a signed create call, a
// Secrets Manager on a loopback address, and a table for the minimal Lambda.

import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { newListKeys } from '../../lib/cashout/list-keys.ts';
import { balanceKey, clientKey, companyKey, policyKey, watchKey } from '../../lib/platform/keys.ts';
import { toGatewayEvent } from '../../local/gateway/call.ts';
import { wholeEnvironment } from '../../local/settings.ts';
import { openStage, type Stage, type Tenant } from '../stage.ts';
import type { Calls } from './same-calls-lambda.ts';

const secretNames = ['DATA_KEYS', 'TOKEN_PUBLIC_KEYS'] as const;
const table = 'minimal';

export async function openWorld() {
  const stage = await openStage('cold');
  const tenant = await stage.openTenant();
  const token = await issueToken(stage, tenant);
  await new DynamoDBClient({}).send(
    new CreateTableCommand({
      TableName: table,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    }),
  );
  const settings = variablesOf(stage);
  const secrets = Object.fromEntries(secretNames.map((name) => [name, settings[name] ?? '']));
  const manager = await openSecretsManager(secrets);
  // Lambda sets these variables for every function.
  const aws = {
    AWS_REGION: 'sa-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_LAMBDA_FUNCTION_NAME: 'cold',
    AWS_ENDPOINT_URL_DYNAMODB: process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '',
  };
  const open = Object.fromEntries(
    Object.entries(settings).filter(([name]) => !secretNames.some((secret) => secret === name)),
  );
  const deployed = {
    ...aws,
    ...open,
    SECRET_IDS: 'access',
    AWS_ENDPOINT_URL_SECRETS_MANAGER: manager.endpoint,
  };
  return {
    minimal: { ...aws, TABLE: table },
    sameCalls: { ...deployed, CALLS: JSON.stringify(callsOf(stage, tenant)) },
    /**
     * The environment of our function with its secrets as variables. It reads no secret, because the minimal Lambda
     * reads none either.
     */
    withoutManager: { ...aws, ...settings },
    /** The environment of our function as it is deployed. */
    deployed,
    putEvent: () => ({ body: JSON.stringify({ id: randomUUID() }) }),
    createEvent: () => createEvent(stage, tenant, token),
    reads: manager.reads,
    async close(): Promise<void> {
      manager.close();
      await stage.close();
    },
  };
}

/** Returns the environment from which the stage's configuration was read. */
function variablesOf({ service, physical, config }: Stage): Record<string, string> {
  const secrets = Object.fromEntries(secretNames.map((name) => [name, [config[name]].flat().join()]));
  return wholeEnvironment(service, physical, { ...secrets, BASE_URL: config.BASE_URL });
}

async function issueToken(stage: Stage, { client_id, client_secret }: Tenant): Promise<string> {
  const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64');
  const headers = { authorization: `Basic ${basic}` };
  const body = 'grant_type=client_credentials';
  const answer = await stage.send({ method: 'POST', path: '/oauth2/token', headers, body });
  return (answer.body as { access_token: string }).access_token;
}

/** Returns a create call with a new idempotency key, so that the service does not treat it as a replay. */
function createEvent({ service }: Stage, { accounts, hmac_secret }: Tenant, token: string): object {
  const [account] = accounts;
  const body = JSON.stringify({
    source_account_branch_identifier: account?.source_account_branch_identifier,
    source_account_number: account?.source_account_number,
    amount: 12.34,
    key: 'fulano@example.com',
  });
  const headers = {
    authorization: `Bearer ${token}`,
    hmac: createHmac('sha256', hmac_secret).update(body).digest('hex'),
    'idempotency-key': randomUUID(),
    'content-type': 'application/json',
  };
  return toGatewayEvent(service, { method: 'POST', path: '/create-cashout', headers, body }).event;
}

/** Returns the reads and writes of the company's first create call. */
function callsOf({ config }: Stage, { client_id, company_id, user_id, accounts }: Tenant): Calls {
  const [{ source_account_branch_identifier: branch = '', source_account_number: number = '' } = {}] =
    accounts;
  const account = { branch, number };
  const at = new Date().toISOString();
  return {
    reads: [
      {
        [config.ACCOUNTS_TABLE]: {
          Keys: [clientKey(client_id), companyKey(company_id)],
          ConsistentRead: true,
        },
      },
      {
        [config.ACCOUNTS_TABLE]: {
          Keys: [balanceKey(account), policyKey(user_id, account), watchKey(account)],
          ConsistentRead: true,
        },
        [config.CASHOUTS_TABLE]: { Keys: [{ id: 1 }], ConsistentRead: true },
      },
    ],
    table: config.CASHOUTS_TABLE,
    row: {
      companyId: company_id,
      account,
      status: 'NEW',
      idempotencyKey: randomUUID(),
      createdAt: at,
      createdBy: user_id,
      createAttempt: 'rRzputQxa7N8',
      tries: 0,
      pendingEvents: ['created'],
      openAccount: `${branch}#${number}#2`,
      dueAt: at,
      resumes: 0,
      ...newListKeys(account, 1, at),
    },
  };
}

/** Starts a Secrets Manager that stores one secret. */
async function openSecretsManager(secret: Record<string, string>) {
  let reads = 0;
  const server = createServer((request, response) => {
    reads += 1;
    request.resume().once('end', () => {
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(JSON.stringify({ Name: 'access', SecretString: JSON.stringify(secret) }));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reads: () => reads,
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
