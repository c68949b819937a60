// Calls the functions that operate the service, as npm run admin does.

import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { vi } from 'vitest';
import type { Deps } from '../../lib/app/deps.ts';
import { root } from '../../local/service.ts';
import { runAdmin as runProgram } from '../../operate/admin/program.ts';
import { nextMillisecond, type Stack } from './stack.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are asserted whole, so their type is what the test writes
type AdminAnswer = any;

export type Operator = ReturnType<typeof openOperator>;

/** @param world the dependencies of the functions, for example with another clock */
export function openOperator(stack: Stack, by = 'ana', world?: Deps) {
  const call = async (functionKey: string, action: string, more: object, deps = world) => {
    await nextMillisecond();
    const answer: AdminAnswer = await stack.invoke(functionKey, { action, by, ...more }, deps);
    // The log must contain neither the data in an operator's answer nor the data of the person in a call.
    const { client_secret, hmac_secret, mfa_secret, holder, legal_id } = { ...more, ...answer };
    stack.taints.plantAll('admin', { client_secret, hmac_secret, mfa_secret, holder, legal_id });
    return answer;
  };
  return {
    ask: (action: string, more: object = {}, deps?: Deps) => call('administer', action, more, deps),
    freeze: (kind: string, id: string, deps?: Deps) =>
      call('freeze', 'freeze', { target: { kind, id }, reason: 'INC-1: stolen laptop' }, deps),
    thaw: (kind: string, id: string, deps?: Deps) =>
      call('freeze', 'thaw', { target: { kind, id }, reason: 'INC-1: over' }, deps),
    networks: (deps?: Deps) => call('freeze', 'network list', {}, deps),
    inFlight: (kind: string, id: string) => call('freeze', 'freeze list', { target: { kind, id } }),
  };
}

/** Returns a refusal in the form of these functions. */
export const refused = (message: string, errors?: object[]) => ({
  worked: false,
  detail: message,
  message,
  data: null,
  ...(errors ? { errors } : {}),
});

/** Returns the first account of a tenant in the form that operators use. */
export function accountIdOf({
  accounts: [account],
}: {
  accounts: { source_account_branch_identifier: string; source_account_number: string }[];
}): string {
  return `${account?.source_account_branch_identifier}/${account?.source_account_number}`;
}

export type Ran = { code: unknown; printed: string };

/**
 * Runs npm run admin in this process. The Lambda API that it uses may be given. Only one call may run at a time,
 * because all share the standard output.
 */
export async function runAdmin(...options: string[]): Promise<Ran> {
  return runAdminAt(undefined, ...options);
}

export async function runAdminAt(lambdaUrl: string | undefined, ...options: string[]): Promise<Ran> {
  let printed = '';
  const write = (chunk: string) => {
    printed += chunk;
    return true;
  };
  const outputs = [process.stdout, process.stderr].map((output) =>
    vi.spyOn(output, 'write').mockImplementation(write as typeof output.write),
  );
  const before = process.env.AWS_ENDPOINT_URL_LAMBDA;
  if (lambdaUrl) process.env.AWS_ENDPOINT_URL_LAMBDA = lambdaUrl;
  const codeBefore = process.exitCode;
  try {
    process.exitCode = 0;
    await runProgram(options);
    return { code: process.exitCode, printed };
  } finally {
    process.exitCode = codeBefore;
    for (const output of outputs) output.mockRestore();
    if (before === undefined) delete process.env.AWS_ENDPOINT_URL_LAMBDA;
    else process.env.AWS_ENDPOINT_URL_LAMBDA = before;
  }
}

/** Runs npm run admin in a process of its own, as an operator starts it. */
export async function spawnAdmin(lambdaUrl: string, ...options: string[]): Promise<Ran> {
  const env = { ...process.env, AWS_ENDPOINT_URL_LAMBDA: lambdaUrl };
  const child = spawn(process.execPath, [join(root, 'operate/admin.ts'), ...options], { env });
  let printed = '';
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (chunk) => {
      printed += chunk;
    });
  }
  return { code: await new Promise((resolve) => child.on('close', resolve)), printed };
}

/** Serves Lambda's API for a stack in this process. It supports only invocations. */
export async function serveLambda(stack: Stack): Promise<{ url: string; close: () => void }> {
  const server = createServer(async (request, response) => {
    const [, functionKey = ''] =
      /functions\/[\w-]+-(\w+)\/invocations\?Qualifier=live$/.exec(request.url ?? '') ?? [];
    try {
      const answer = await stack.invoke(functionKey, JSON.parse((await buffer(request)).toString()));
      response.end(JSON.stringify(answer));
    } catch (error) {
      response.setHeader('x-amz-function-error', 'Unhandled');
      response.end(JSON.stringify({ errorMessage: String(error) }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  };
}
