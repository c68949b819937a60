// Declares operators' calls about the clients of the API.

import * as z from 'zod';
import { givenRights } from '../access/permission.ts';
import { isPerson, personAudiences } from '../access/tokens.ts';
import { rightsOf } from '../account/policy.ts';
import { accountIdOf, accountOf } from '../base/account-ref.ts';
import { list, words } from '../base/field-schemas.ts';
import type { Administering } from './administering.ts';
import { declare } from './call.ts';
import { naming, rights } from './client-fields.ts';
import { closeClient } from './close-client.ts';
import { listClients } from './list-clients.ts';
import { openClient, openClientOfUser } from './open-client.ts';
import { retireSecrets, rotateClient, secretsIn } from './rotate-client.ts';
import { showClient } from './show-client.ts';
import { account, id } from './subject-schema.ts';
import { repeatedList, wholeNumber } from './typed-texts.ts';

const hoursMax = 720;
const client = { is: id, flag: '<client>' } as const;

const replaces = async ({ clients }: Administering, call: { client: string }) => {
  const found = await clients.get(call.client);
  return found && secretsIn(found);
};

export const clientCalls = [
  declare('client open', {
    what: 'Opens a client with a new user, or another client of an existing user. Its secrets are printed only once.',
    example: '--company 7f1c… --name "Ana Lima" --permissions CREATE,APPROVE --accounts 0001/123456789',
    fields: {
      company: { is: id, flag: '--company <id>', means: 'id of the company that owns the client' },
      permissions: {
        ...rights.permissions,
        is: rights.permissions.is.default([]),
        means:
          'comma-separated permissions of a new user: CREATE, APPROVE, for a person also REFUND, WEBHOOK; "" for none',
      },
      user: {
        is: id.optional(),
        flag: '--user <id>',
        means: 'existing user of the company; the new client gets its rights',
      },
      name: {
        is: naming.name,
        flag: '--name <name>',
        means: 'name of a new user, which approvals, lists and timelines show',
      },
      email: { is: naming.email, flag: '--email <address>', means: 'e-mail address of a new user' },
      without: rights.without,
      audience: {
        is: z
          .enum(['api', 'web', ...personAudiences], { error: 'must be api, web, console or desk' })
          .default('api'),
        flag: '--audience <audience>',
        means: 'api, web (for /create-manual-transfer), console (for a person) or desk (for an operator)',
        // The desk does not open clients for operators.
        choices: ['api', 'web', 'console'],
        tellsDefault: true,
      },
      subject: {
        is: words(255).optional(),
        flag: '--subject <id>',
        means: 'id of a person at the identity provider; without this option, an invitation is printed',
      },
      roams: {
        is: z.boolean().default(false),
        flag: '--roams',
        means: 'its addresses change all the time, so a new one tells nobody of a stolen secret',
        tellsDefault: true,
      },
      accounts: {
        is: list(account).max(50, 'must be at most 50').default([]),
        flag: '--accounts <account...>',
        means: 'accounts to which the permissions apply: BRANCH/NUMBER …',
        read: repeatedList,
      },
    },
    one: ['permissions', 'user'],
    refined: (schema) =>
      schema
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
    change: {
      on: 'company',
      pt: 'Cadastrar cliente de API ou pessoa',
      en: 'Add an API client or person',
      fields: ['company', 'audience', 'name', 'email', 'subject', 'accounts', 'permissions', 'without'],
      replaces: 'nothing',
    },
    /** Opens a client. An `api` client uses no one-time codes, so the answer does not contain their seed. */
    async run(deps, call) {
      const { company: companyId, audience, subject, user: userId, accounts: named, ...given } = call;
      const opened = userId
        ? { credentials: await openClientOfUser(deps, { companyId, userId, audience, subject }), rights: {} }
        : await openWithRights(deps, {
            ...given,
            companyId,
            audience,
            subject,
            accounts: named.map(accountOf),
          });
      const { mfa_secret, client_secret, hmac_secret, ...names } = opened.credentials;
      const { client_id, user_id } = names;
      // A person's client has no secrets, because a person signs in. All clients except `api` clients use one-time codes.
      const secrets = isPerson(audience) ? {} : { client_secret, hmac_secret };
      const seed = audience === 'api' ? {} : { mfa_secret };
      return {
        answer: { ...names, ...secrets, ...seed, audience, ...opened.rights },
        made: [
          { kind: 'client', id: client_id },
          { kind: 'user', id: user_id },
        ],
      };
    },
  }),
  declare('client list', {
    what: 'Lists the clients of a company, with the number of accounts on which each has a right.',
    example: '--company 7f1c…',
    fields: { company: { is: id, flag: '--company <id>', means: 'id of the company' } },
    run: async (deps, { company }) => ({ answer: await listClients(deps, company) }),
  }),
  declare('client show', {
    what: 'Shows a client and its policies.',
    example: '3b9a…',
    fields: { client },
    run: async (deps, call) => ({ answer: await showClient(deps, call.client) }),
  }),
  declare('client rotate', {
    what: 'Gives a client new secrets, which are printed once. The old secrets stay valid for a while.',
    example: '3b9a… --hours 48 --stage production',
    fields: {
      client,
      hours: {
        is: z.int('must be a whole number').min(0).max(hoursMax, `must be at most ${hoursMax}`).default(24),
        flag: '--hours <hours>',
        means: 'how long the old secrets stay valid; 0 ends them at once',
        read: wholeNumber,
        tellsDefault: true,
      },
    },
    change: { on: 'client', pt: 'Trocar segredos', en: 'Change secrets', fields: ['client'], replaces },
    run: async (deps, call) => ({ answer: await rotateClient(deps, call.client, call.hours) }),
  }),
  declare('client retire', {
    what: 'Ends the old secrets that are still valid after a rotation. For signatures this takes up to a minute.',
    example: '3b9a…',
    fields: { client },
    change: { on: 'client', pt: 'Encerrar segredos antigos', en: 'End old secrets', replaces },
    run: async (deps, call) => ({ answer: await retireSecrets(deps, call.client) }),
  }),
  declare('client close', {
    what: 'Closes a client permanently, within a minute, and pauses its webhooks. Lists what waits for another approval now, if its user has no other client. Cashouts with all their approvals are still paid; freeze the client to stop them.',
    example: '3b9a…',
    fields: { client },
    change: {
      on: 'client',
      pt: 'Encerrar cliente de API ou pessoa',
      en: 'Close an API client or person',
      replaces: 'nothing',
    },
    run: async (deps, call) => ({ answer: await closeClient(deps, call.client) }),
  }),
] as const;

async function openWithRights(deps: Administering, given: Parameters<typeof openClient>[1]) {
  const { credentials, accounts } = await openClient(deps, given);
  const opened = givenRights(given, given.audience);
  const { permissions } = opened;
  return {
    credentials,
    rights: { permissions, rights: rightsOf(opened), accounts: accounts.map(accountIdOf) },
  };
}
