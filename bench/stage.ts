// Runs the service in this process on the embedded engines, with a company of the sandbox, for measurements without
// HTTP.

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SQSClient } from '@aws-sdk/client-sqs';
import { anyCredentials } from '../local/emulators/program.ts';
import { type Engines, startEngines } from '../local/engines.ts';
import { type InProcess, openInProcess, renamed } from '../local/in-process.ts';
import { readService } from '../local/read-service.ts';

const silent = { info() {}, warn() {}, error() {} };

/** Reading the service takes seconds, so it is read once and each stage gets a copy. */

export type Tenant = {
  company_id: string;
  user_id: string;
  client_id: string;
  client_secret: string;
  hmac_secret: string;
  accounts: { source_account_branch_identifier: string; source_account_number: string; balance: number }[];
};

export type Stage = InProcess & {
  engines: Engines;
  /** Opens a company with a client and accounts. */
  openTenant(request?: { accounts?: number; balance?: number }): Promise<Tenant>;
  close(): Promise<void>;
};

/**
 * @param name becomes a part of the table names
 * @param folder the folder of the engine's data; without it, the data is in memory
 * @param settings variables that differ from those of the stage local
 */
export async function openStage(
  name: string,
  folder?: string,
  settings: Record<string, string> = {},
): Promise<Stage> {
  const engines = await startEngines(folder);
  Object.assign(process.env, engines.environment, anyCredentials);
  const stack = await openInProcess(
    renamed(readService(), name),
    { dynamo: new DynamoDBClient({}), streams: new DynamoDBStreamsClient({}), sqs: new SQSClient({}) },
    { SANDBOX_KEY: 'local', ...settings },
    { log: silent },
  );
  return {
    ...stack,
    engines,
    async openTenant(request = {}) {
      const headers = { 'x-sandbox-key': 'local' };
      const body = JSON.stringify(request);
      return (await stack.send({ method: 'POST', path: '/sandbox/tenants', headers, body })).body as Tenant;
    },
    async close() {
      await stack.stop();
      await engines.stop();
      // The variables are removed, because child processes that start later must not use engines that have stopped.
      for (const name of Object.keys(engines.environment)) delete process.env[name];
    },
  };
}
