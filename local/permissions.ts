// IAM's part in a service that runs in one process: each call to a table or queue is held to the statements that
// serverless.yml gives to its functions. What is not allowed there fails here.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Physical } from './resources.ts';
import type { Service } from './service.ts';

/** An action on a resource by its name in serverless.yml, an index behind a slash. */
type Need = { action: string; resource: string };
type Input = Record<string, unknown>;
type TransactItem = Record<string, { TableName: string }>;

const inTransaction: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/** What IAM would ask of a call. */
function needsOf(command: string, input: Input, nameOf: (physical: unknown) => string): Need[] {
  const on = (action: string, table: unknown) => ({ action: `dynamodb:${action}`, resource: nameOf(table) });
  if (command === 'TransactWriteItems') {
    const items = input.TransactItems as TransactItem[];
    return items.flatMap((item) =>
      Object.entries(item).map(([kind, { TableName }]) => on(inTransaction[kind] ?? kind, TableName)),
    );
  }
  if (command === 'BatchGetItem')
    return Object.keys(input.RequestItems as object).map((table) => on(command, table));
  if (command.startsWith('SendMessage'))
    return [{ action: 'sqs:SendMessage', resource: nameOf(input.QueueUrl) }];
  const need = on(command, input.TableName);
  return [input.IndexName ? { ...need, resource: `${need.resource}/index/${input.IndexName}` } : need];
}

type Statement = { Effect: string; Action: string[]; Resource: unknown[] };

/** "CashoutsTable", "CashoutsTable/index/due": what an ARN of this service stands for. */
function resourceOf(arn: unknown): string {
  const { 'Fn::GetAtt': attribute, 'Fn::Sub': text } = (arn ?? {}) as {
    'Fn::GetAtt'?: string[];
    'Fn::Sub'?: string;
  };
  return attribute ? (attribute[0] ?? '') : String(text ?? '').replace(/\$\{(\w+)\.Arn\}/, '$1');
}

function allowedBy(service: Service): Set<string> {
  const { statements } = service.provider.iam.role as { statements: Statement[] };
  return new Set(
    statements.flatMap(({ Action, Resource }) =>
      Action.flatMap((action) => [Resource].flat().map((resource) => `${action} ${resourceOf(resource)}`)),
    ),
  );
}

const names = new AsyncLocalStorage<string>();

/** @param acting the function that is running, if any */
export function makePermissions(service: Service, physical: Physical, acting = () => names.getStore()) {
  const tables = new Map(Object.entries(physical).map(([name, { ref }]) => [ref, name]));
  const nameOf = (ref: unknown) => tables.get(String(ref)) ?? String(ref);
  const allowed = allowedBy(service);

  function check(command: string, input: unknown): void {
    const functionKey = acting();
    // What a test does by itself is nobody's function.
    if (functionKey === undefined) return;
    for (const { action, resource } of needsOf(command, input as Input, nameOf)) {
      if (allowed.has(`${action} ${resource}`)) continue;
      const error = new Error(
        `${functionKey} may not ${action} on ${resource}: serverless.yml does not allow it`,
      );
      throw Object.assign(error, { name: 'AccessDeniedException' });
    }
  }

  return {
    /** Runs the work of a function in its name. */
    as: <Result>(functionKey: string, work: () => Result): Result => names.run(functionKey, work),

    /** Every call of these clients is checked from now on. */
    guard(...clients: (DynamoDBDocumentClient | SQSClient)[]): void {
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
