// Acts as IAM for a service in one process. Each call to a table or queue, and each read of a secret, is checked
// against the calling function's permissions in serverless.yml. A call without permission fails.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { S3Client } from '@aws-sdk/client-s3';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { allows, type Need, permissionsOf } from '../infra/permissions.ts';
import type { ReadSecrets } from '../lib/network/psp-client.ts';
import type { Config } from '../lib/platform/config.ts';
import type { Physical } from './resources.ts';
import type { Service } from './service.ts';

type Input = {
  TableName?: unknown;
  IndexName?: string;
  Key?: Row;
  Keys?: Row[];
  Item?: Row;
  ProjectionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
};
type Row = Record<string, unknown>;
type Others = {
  TransactItems: Record<string, Input>[];
  RequestItems: Record<string, Input>;
  QueueUrl: string;
  Bucket: string;
};

const inTransaction: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

const s3Actions: Readonly<Record<string, string>> = {
  PutObject: 's3:PutObject',
  CreateMultipartUpload: 's3:PutObject',
  UploadPart: 's3:PutObject',
  CompleteMultipartUpload: 's3:PutObject',
  AbortMultipartUpload: 's3:AbortMultipartUpload',
  GetObject: 's3:GetObject',
  HeadObject: 's3:GetObject',
};

/** Returns the permissions that IAM requires for a call. */
function needsOf(command: string, input: Input & Others, nameOf: (physical: unknown) => string): Need[] {
  if (command === 'TransactWriteItems') {
    return input.TransactItems.flatMap((item) =>
      Object.entries(item).map(([kind, one]) => needOn(inTransaction[kind] ?? kind, one)),
    );
  }
  if (command === 'BatchGetItem')
    return Object.entries(input.RequestItems).map(([TableName, one]) =>
      needOn(command, { ...one, TableName }),
    );
  if (s3Actions[command]) return [{ action: s3Actions[command], resource: nameOf(input.Bucket), keys: [] }];
  if (command.startsWith('SendMessage'))
    return [{ action: 'sqs:SendMessage', resource: nameOf(input.QueueUrl), keys: [] }];
  return [needOn(command, input)];

  function needOn(action: string, one: Input): Need {
    const table = nameOf(one.TableName);
    const keys = (one.Keys ?? [one.Key ?? one.Item]).map((row) => row?.pk);
    const names = one.ProjectionExpression?.split(', ');
    return {
      action: `dynamodb:${action}`,
      resource: one.IndexName ? `${table}/index/${one.IndexName}` : table,
      keys: keys.filter((key) => typeof key === 'string'),
      ...(names ? { attributes: names.map((name) => one.ExpressionAttributeNames?.[name] ?? name) } : {}),
    };
  }
}

/** The name of the secret that contains each setting (infra/bootstrap/secrets.yml). */
const secretOf = {
  DATA_KEYS: 'Access',
  TOKEN_PUBLIC_KEYS: 'Access',
  TOKEN_SIGNING_KEY: 'TokenSigning',
  RECEIPT_PUBLIC_KEYS: 'Access',
  RECEIPT_SIGNING_KEY: 'Receipts',
  RECEIPT_CODE_KEY: 'Receipts',
  SANDBOX_KEY: 'Sandbox',
  NETWORK_CALLBACK_SECRETS: 'Callback',
} as const satisfies Partial<Record<keyof Config, string>>;

const denied = (message: string) => Object.assign(new Error(message), { name: 'AccessDeniedException' });

const names = new AsyncLocalStorage<string>();

/** @param acting returns the name of the running function, if a function is running */
export function makePermissions(service: Service, physical: Physical, acting = () => names.getStore()) {
  const tables = new Map(Object.entries(physical).map(([name, { ref }]) => [ref, name]));
  const nameOf = (ref: unknown) => tables.get(String(ref)) ?? String(ref);

  function check(command: string, input: unknown): void {
    const functionKey = acting();
    // The call comes from a test and not from a function, so it needs no permission.
    if (functionKey === undefined) return;
    const permissions = permissionsOf(service.functions[functionKey]?.may);
    for (const need of needsOf(command, input as Input & Others, nameOf)) {
      if (allows(permissions, need)) continue;
      const { action, resource } = need;
      throw denied(`${functionKey} may not ${action} on ${resource}: serverless.yml does not allow it`);
    }
  }

  function mayOpen(secret: string): boolean {
    const functionKey = acting();
    return functionKey === undefined || (service.functions[functionKey]?.may?.open ?? []).includes(secret);
  }

  return {
    /** Returns the settings with only those secrets that the function's role may read. */
    withSecretsOf(config: Config): Config {
      const hidden = Object.entries(secretOf).map(([name, secret]) => {
        const value = config[name as keyof typeof secretOf];
        const nothing = Array.isArray(value) ? [] : undefined;
        return [name, { enumerable: true, get: () => (mayOpen(secret) ? value : nothing) }];
      });
      return Object.defineProperties({ ...config }, Object.fromEntries(hidden));
    },

    /** Returns a read of the PSP's secret that fails for functions whose role may not read the secret. */
    guardSecret:
      (read: ReadSecrets): ReadSecrets =>
      async () => {
        if (!mayOpen('Psp')) throw denied(`${acting()} may not open the PSP’s secret`);
        return read();
      },

    /** Runs work with the permissions of a function. */
    as: <Result>(functionKey: string, work: () => Result): Result => names.run(functionKey, work),

    /** Runs work outside all functions, so its calls are not checked. */
    apart: <Result>(work: () => Result): Result => names.exit(work),

    /** Checks every call of these clients from now on. */
    guard(...clients: (DynamoDBDocumentClient | SQSClient | S3Client)[]): void {
      for (const client of clients) {
        (client as DynamoDBDocumentClient).middlewareStack.add(
          (next, context) => (args) => {
            check(String(context.commandName).replace(/Command$/, ''), args.input);
            return next(args);
          },
          { step: 'initialize', name: 'permissions', override: true },
        );
      }
    },
  };
}
