// Asks the functions that operate the service, as npm run admin does.

import type { Deps } from '../../lib/deps.ts';
import type { Stack } from './stack.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are asserted whole, so their type is what the test writes
export type AdminAnswer = any;

export type Operator = ReturnType<typeof openOperator>;

export function openOperator(stack: Stack, by = 'ana') {
  const call = async (functionKey: string, action: string, more: object, deps?: Deps) => {
    const answer = await stack.invoke(functionKey, { action, by, ...more }, deps);
    // What an operator is told once must not show in the log either.
    stack.taints.plantAnswer(answer);
    return answer as AdminAnswer;
  };
  return {
    ask: (action: string, more: object = {}, deps?: Deps) => call('administer', action, more, deps),
    freeze: (kind: string, id: string, deps?: Deps) =>
      call('freeze', 'freeze', { target: { kind, id }, reason: 'INC-1: stolen laptop' }, deps),
    thaw: (kind: string, id: string, deps?: Deps) =>
      call('freeze', 'thaw', { target: { kind, id }, reason: 'INC-1: over' }, deps),
    inFlight: (kind: string, id: string) => call('freeze', 'freeze list', { target: { kind, id } }),
  };
}

/** A refusal as these functions answer it. */
export const refused = (message: string, errors?: object[]) => ({
  worked: false,
  detail: message,
  message,
  data: null,
  ...(errors ? { errors } : {}),
});

/** The first account of a tenant, as operators write it. */
export function accountIdOf({
  accounts: [account],
}: {
  accounts: { source_account_branch_identifier: string; source_account_number: string }[];
}): string {
  return `${account?.source_account_branch_identifier}/${account?.source_account_number}`;
}
