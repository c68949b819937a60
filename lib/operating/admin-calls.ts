// Lists the operators' calls, and returns the subjects of each call. Freezing has its own function.

import * as z from 'zod';
import { idIn } from '../cashout/name-of-one.ts';
import { accountCalls } from './account-calls.ts';
import type { AdminRoute } from './admin-handler.ts';
import type { Administering } from './administering.ts';
import type { Subject, SubjectKind } from './audit.ts';
import { tableOf } from './call.ts';
import { caseCalls } from './case-calls.ts';
import { clientCalls } from './client-calls.ts';
import { companyCalls } from './company-calls.ts';
import { paymentCalls } from './payment-calls.ts';
import { ruleCalls } from './rule-calls.ts';
import { type CashoutName, findByName } from './show-cashout.ts';
import { keyId } from './subject-schema.ts';

export const administerCalls = [
  ...companyCalls,
  ...clientCalls,
  ...ruleCalls,
  ...accountCalls,
  ...paymentCalls,
  ...caseCalls,
] as const;

const [first, ...more] = administerCalls;
export const administerCall = z.discriminatedUnion(
  'action',
  [first.schema, ...more.map(({ schema }) => schema)],
  'must be a known action',
);
export type AdministerCall = z.output<typeof administerCall>;

/** The subjects that a field of the same name names. */
export const namedKinds = [
  'company',
  'client',
  'user',
  'account',
  'payment',
  'chargeback',
  'med',
  'webhook',
  'incident',
] as const satisfies readonly SubjectKind[];

export const administerRoute: AdminRoute<AdministerCall, Administering> = {
  async subjects(call, deps) {
    const about: Subject[] = [];
    const named: Readonly<Record<string, unknown>> = call;
    for (const kind of namedKinds)
      if (named[kind] !== undefined) about.push({ kind, id: String(named[kind]) });
    if ('accounts' in call) about.push(...call.accounts.map((id) => ({ kind: 'account', id }) as const));
    // The subject is the service, because a new company has no id yet.
    if (call.action === 'company open') about.push({ kind: 'service', id: 'companies' });
    if ('cashout' in call) about.push(await cashoutSubject(deps, call.cashout));
    if (call.action === 'incident list') about.push({ kind: 'service', id: 'incidents' });
    // The key of a payee may be another company's, which must not see the call.
    if ('key' in call && call.key !== undefined && !/^(payee|synthetic) /.test(call.action))
      about.push({ kind: 'key', id: keyId(call.key) });
    // A call that reads the audit has no subject of its own: only the companies that it shows have an entry about it.
    return about;
  },
  // Names of people, tax ids and the text of a defence are left out, because the rows of the account, the user and the case
  // contain them. The name of a cashout is left out too, because the cashout is the subject, and the code of a receipt
  // would give access to the receipt.
  details({ by, action, ...call }) {
    const left = [
      'holder',
      'legal_id',
      'email',
      'cashout',
      'text',
      ...(action === 'company open' ? [] : ['name']),
    ];
    return Object.fromEntries(Object.entries(call).filter(([name]) => !left.includes(name)));
  },
  calls: tableOf(administerCalls),
};

/** Returns the subject of a call about a cashout. An end-to-end id without a cashout may be of a received payment. */
async function cashoutSubject(deps: Administering, name: CashoutName): Promise<Subject> {
  const cashout = await findByName(deps, name);
  if (!cashout && 'endToEndId' in name) return { kind: 'payment', id: name.endToEndId };
  return { kind: 'cashout', id: String(cashout?.id ?? ('id' in name ? name.id : idIn(name))) };
}
