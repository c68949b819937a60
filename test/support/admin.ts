// Asks the functions that operate the service, as npm run admin does.

import type { Deps } from '../../lib/deps.ts';
import type { Stack } from './stack.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are asserted whole, so their type is what the test writes
export type AdminAnswer = any;

export type Operator = ReturnType<typeof openOperator>;

/** @param world whose clock counts, for one */
export function openOperator(stack: Stack, by = 'ana', world?: Deps) {
  const call = async (functionKey: string, action: string, more: object, deps = world) => {
    const answer: AdminAnswer = await stack.invoke(functionKey, { action, by, ...more }, deps);
    // What an operator is told must not show in the log either, nor what was asked about a person.
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
