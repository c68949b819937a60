// Defines the calls of operators (npm run admin), which are the input of functions that can only be invoked directly.

import * as z from 'zod';
import { impliedPermissions, namedPermissions } from '../access/permission.ts';
import { isPerson, personAudiences } from '../access/tokens.ts';
import { line, list, text, words } from '../base/field-schemas.ts';
import { isCnpj, isCpf } from '../base/tax-id.ts';
import { readName } from '../cashout/name-of-one.ts';
import { defenceFields } from '../med-case/schemas.ts';
import { payeeFields, pixKey } from '../rules/schemas.ts';
import { ruleCalls } from './rule-calls.ts';
import { account, endToEndId, id, incidentId, medId, subject } from './subject-schema.ts';

const cashoutName = text
  .transform(readName)
  .refine((name) => name !== undefined, 'must be an id, E…, PX-… or the code or address of a receipt');
const ofPayment = text.regex(/^E[A-Za-z0-9]{31}$/, 'must be an end-to-end id: E and 31 letters and digits');
const ofReturn = text.regex(/^D[A-Za-z0-9]{31}$/, 'must be the id of a return: D and 31 letters and digits');
/** The evidence of people. It is in the audit, so it must name no customer. */
const evidence = { document: words(200), reason: words(200) };
const cancelled = { cancelled_at_psp: words(200).optional() };
const chargebackId = z.int('must be a whole number').positive('must be a whole number');
const webhookId = z.int('must be a whole number').positive('must be a whole number');
const rights = {
  permissions: list(
    z.enum([...namedPermissions, ...impliedPermissions], {
      error: 'must be CREATE, APPROVE, REFUND or WEBHOOK',
    }),
  ),
  without: list(z.enum(impliedPermissions, { error: 'must be REFUND or WEBHOOK' })).default([]),
};
const naming = {
  name: words(100).optional(),
  email: line(254)
    .regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')
    .optional(),
};
const hoursMax = 720;

/** Defines a call. `by`: the operator. */
const action = <Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) =>
  z.object({ action: z.literal(name), by: words(100), ...shape });

/** Defines a call about a payee. A payee has one name, because a second name would have no effect. */
const payeeAction = <Name extends string>(name: Name) =>
  action(name, { account, ...payeeFields }).refine(
    ({ key, legal_id }) => (key === undefined) !== (legal_id === undefined),
    { path: ['key'], message: 'must be given, or legal_id, and not both' },
  );

const target = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('account'), id: account }),
    z.object({ kind: z.enum(['company', 'client']), id }),
  ],
  'must be an account, a company or a client',
);

export const administerCall = z.discriminatedUnion(
  'action',
  [
    action('company open', { name: words(100) }),
    action('company show', { company: id }),
    action('client open', {
      company: id,
      /** An existing user. The new client gets the user's rights. */
      user: id.optional(),
      ...naming,
      audience: z
        .enum(['api', 'web', ...personAudiences], { error: 'must be api, web, console or desk' })
        .default('api'),
      /** A person’s id at the identity provider. Without it, the answer contains an invitation. */
      subject: words(255).optional(),
      roams: z.boolean().default(false),
      ...rights,
      permissions: rights.permissions.default([]),
      accounts: list(account).max(50, 'must be at most 50').default([]),
    })
      .refine(({ audience, subject }) => isPerson(audience) || subject === undefined, {
        path: ['subject'],
        message: 'belongs to the audiences console and desk',
      })
      .refine(
        ({ audience, permissions, accounts }) =>
          audience !== 'desk' || permissions.length + accounts.length === 0,
        { path: ['accounts'], message: 'must be empty: an operator has no rights on accounts' },
      )
      .refine(
        ({ user, name, email, permissions, without, accounts }) =>
          !user || !(name || email || permissions.length || without.length || accounts.length),
        { path: ['user'], message: 'already has a name and rights: give no others' },
      ),
    action('client list', { company: id }),
    action('client show', { client: id }),
    action('client rotate', {
      client: id,
      hours: z.int('must be a whole number').min(0).max(hoursMax, `must be at most ${hoursMax}`).default(24),
    }),
    action('client retire', { client: id }),
    action('client close', { client: id }),
    action('user show', { user: id }),
    action('user name', { user: id, ...naming, name: words(100) }),
    action('user close', { user: id }),
    action('account open', {
      company: id,
      holder: words(150),
      legal_id: text.refine((given) => isCpf(given) || isCnpj(given), 'must be a CPF or CNPJ, digits only'),
      key: pixKey.optional(),
    }),
    action('account show', { account }),
    action('account close', { account }),
    action('policy set', { client: id, account, ...rights }),
    action('policy end', { client: id, account }),
    ...ruleCalls.map(({ schema }) => schema),
    payeeAction('payee add'),
    payeeAction('payee remove'),
    action('payee list', { account }),
    action('key add', { account, key: pixKey }),
    action('key show', { key: pixKey }),
    action('key end', { key: pixKey }),
    action('synthetic start', { account, key: pixKey, pays: z.boolean().default(false) }),
    action('cashout show', { cashout: cashoutName }),
    action('cashout settle', { cashout: cashoutName, end_to_end_id: ofPayment, ...evidence }),
    action('cashout fail', { cashout: cashoutName, ...evidence, ...cancelled }),
    action('chargeback show', { chargeback: chargebackId }),
    action('chargeback settle', { chargeback: chargebackId, return_id: ofReturn, ...evidence }),
    action('chargeback fail', { chargeback: chargebackId, ...evidence, ...cancelled }),
    action('payment show', { payment: endToEndId }),
    action('payment assign', { payment: endToEndId, account }),
    action('med show', { med: medId }),
    action('med defend', { med: medId, ...defenceFields, reason: words(200) }),
    action('webhook list', { account }),
    action('webhook pause', { webhook: webhookId, reason: words(200) }),
    action('webhook resume', { webhook: webhookId, reason: words(200) }),
    action('incident list', {
      all: z.boolean().default(false),
      limit: z.int().min(1).max(1_000).default(200),
    }),
    action('incident show', { incident: incidentId }),
    action('incident take', { incident: incidentId }),
    action('incident close', { incident: incidentId, note: words(500) }),
    action('audit show', { subject, limit: z.int().min(1).max(1_000).default(100) }),
  ],
  'must be a known action',
);

export const freezeCall = z.discriminatedUnion(
  'action',
  [
    action('freeze', { target, reason: words(200) }),
    action('thaw', { target, reason: words(200) }),
    action('freeze list', { target }),
    action('network list', {}),
  ],
  'must be a known action',
);

export type AdministerCall = z.output<typeof administerCall>;
export type FreezeCall = z.output<typeof freezeCall>;

export const isFreezeCall = (call: AdministerCall | FreezeCall): call is FreezeCall =>
  freezeCall.options.some(({ shape }) => shape.action.value === call.action);
