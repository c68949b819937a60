// Defines an operator's calls about companies and their clients.

import { givenRights } from '../access/permission.ts';
import { isPerson } from '../access/tokens.ts';
import { rightsOf } from '../account/policy.ts';
import { accountIdOf, accountOf } from '../base/account-ref.ts';
import type { Administering, CallsAbout } from './administering.ts';
import { closeClient } from './close-client.ts';
import { listClients } from './list-clients.ts';
import { openClient, openClientOfUser } from './open-client.ts';
import { openCompany } from './open-company.ts';
import { retireSecrets, rotateClient } from './rotate-client.ts';
import { endPolicy, setPolicy } from './set-policy.ts';
import { showClient } from './show-client.ts';
import { showCompany } from './show-company.ts';
import { closeUser, nameUser, showUser } from './users.ts';

export const companyCalls: CallsAbout<'company' | 'client' | 'user' | 'policy'> = {
  async 'company open'(deps, call) {
    const { companyId, name } = await openCompany(deps, call.name);
    return { answer: { company_id: companyId, name }, made: [{ kind: 'company', id: companyId }], shows: [] };
  },
  'company show': async (deps, { company }) => ({ answer: await showCompany(deps, company) }),

  /** Opens a client. An `api` client uses no one-time codes, so the answer does not contain their seed. */
  async 'client open'(deps, call) {
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
    const { client_id: id, user_id } = names;
    // A person's client has no secrets, because a person signs in. All clients except `api` clients use one-time codes.
    const secrets = isPerson(audience) ? {} : { client_secret, hmac_secret };
    const seed = audience === 'api' ? {} : { mfa_secret };
    return {
      answer: { ...names, ...secrets, ...seed, audience, ...opened.rights },
      made: [
        { kind: 'client', id },
        { kind: 'user', id: user_id },
      ],
    };
  },
  'client list': async (deps, { company }) => ({ answer: await listClients(deps, company) }),
  'client show': async (deps, { client }) => ({ answer: await showClient(deps, client) }),
  'client rotate': async (deps, { client, hours }) => ({ answer: await rotateClient(deps, client, hours) }),
  'client retire': async (deps, { client }) => ({ answer: await retireSecrets(deps, client) }),
  'client close': async (deps, { client }) => ({ answer: await closeClient(deps, client) }),

  'user show': async (deps, { user }) => ({ answer: await showUser(deps, user) }),
  'user name': async (deps, { user, name, email }) => ({
    answer: await nameUser(deps, user, { name, email }),
  }),
  'user close': async (deps, { user }) => ({ answer: await closeUser(deps, user) }),

  'policy set': async (deps, call) => ({
    answer: await setPolicy(deps, call.client, accountOf(call.account), call),
  }),
  'policy end': async (deps, { client, account }) => ({
    answer: await endPolicy(deps, client, accountOf(account)),
  }),
};

async function openWithRights(deps: Administering, given: Parameters<typeof openClient>[1]) {
  const { credentials, accounts } = await openClient(deps, given);
  const rights = givenRights(given, given.audience);
  const { permissions } = rights;
  return {
    credentials,
    rights: { permissions, rights: rightsOf(rights), accounts: accounts.map(accountIdOf) },
  };
}
