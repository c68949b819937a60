// Reads the basis of a change: the values that it would replace. Whoever confirms a change confirms it for exactly these
// values. The operation compares them again when it writes.

import { accountOf } from '../base/account-ref.ts';
import { findFrozen } from '../operating/find-frozen.ts';
import { targetOf } from '../operating/freeze-route.ts';
import { secretsIn } from '../operating/rotate-client.ts';
import type { AdministerCall, FreezeCall } from '../operating/schemas.ts';
import { rightsIn } from '../operating/set-policy.ts';
import type { Change } from './change-forms.ts';
import type { DeskDeps } from './deps.ts';

/** A call of a change. */
export type ChangeCall = Extract<AdministerCall | FreezeCall, { action: Change }>;
type Reader<Action> = (deps: DeskDeps, call: Extract<ChangeCall, { action: Action }>) => Promise<unknown>;

const rules = async ({ accounts }: DeskDeps, { account }: { account: string }) =>
  (await accounts.get(accountOf(account)))?.rules;

const rights = async ({ clients, accounts }: DeskDeps, call: { client: string; account: string }) => {
  const client = await clients.get(call.client);
  return client && rightsIn((await accounts.getWithPolicy(accountOf(call.account), client.userId)).policy);
};

const secrets = async ({ clients }: DeskDeps, call: { client: string }) => {
  const client = await clients.get(call.client);
  return client && secretsIn(client);
};

/** The change replaces no values: it adds something, ends something once, or rests on the PSP's own word. */
const replacesNothing = async () => undefined;

const readers: { [Action in Change]: Reader<Action> } = {
  'rule limit': rules,
  'rule own-approval': rules,
  'rule approvals': rules,
  'rule payees': rules,
  'rule reported-money': rules,
  'rule duplicates': rules,
  'rule expiry': rules,
  'rule low-balance': rules,
  'payee add': replacesNothing,
  'payee remove': replacesNothing,
  'policy set': rights,
  'policy end': rights,
  'client open': replacesNothing,
  'client rotate': secrets,
  'client retire': secrets,
  'client close': replacesNothing,
  'payment assign': async ({ waitingPayments }, { payment }) =>
    (await waitingPayments.find(payment))?.assignedTo,
  'cashout settle': replacesNothing,
  'cashout fail': replacesNothing,
  'chargeback settle': replacesNothing,
  'chargeback fail': replacesNothing,
  'med defend': replacesNothing,
  'webhook resume': replacesNothing,
  thaw: async (deps, { target }) => (await findFrozen(deps, targetOf(target))).frozenAt,
};

/** Returns values as text, in which the order of the fields does not matter. */
export const textOf = (values: unknown): string =>
  JSON.stringify(values ?? null, (_, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );

/** Reads the basis as text. */
export const basisOf = async (deps: DeskDeps, call: ChangeCall): Promise<string> =>
  textOf(await (readers[call.action] as Reader<Change>)(deps, call as never));
