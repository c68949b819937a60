// An operator's calls about companies and their clients.

import { rightsOf } from '../account/policy.ts';
import { accountIdOf, accountOf } from '../base/account-ref.ts';
import type { CallsAbout } from './administering.ts';
import { closeClient } from './close-client.ts';
import { listClients } from './list-clients.ts';
import { openClient } from './open-client.ts';
import { openCompany } from './open-company.ts';
import { retireSecrets, rotateClient } from './rotate-client.ts';
import { endPolicy, setPolicy } from './set-policy.ts';
import { showClient } from './show-client.ts';
import { showCompany } from './show-company.ts';

export const companyCalls: CallsAbout<'company' | 'client' | 'policy'> = {
  async 'company open'(deps, call) {
    const { companyId, name } = await openCompany(deps, call.name);
    return { answer: { company_id: companyId, name }, made: [{ kind: 'company', id: companyId }] };
  },
  'company show': async (deps, { company }) => ({ answer: await showCompany(deps, company) }),

  /** Only a web client also uses one-time codes, so only it gets their seed. */
  async 'client open'(deps, call) {
    const { company, audience, permissions, without, accounts: named } = call;
    const opened = await openClient(deps, {
      companyId: company,
      audience,
      permissions,
      without,
      accounts: named.map(accountOf),
    });
    const { mfa_secret, ...credentials } = opened.credentials;
    const accounts = opened.accounts.map(accountIdOf);
    const seed = audience === 'web' ? { mfa_secret } : {};
    const answer = { ...credentials, ...seed, audience, permissions, rights: rightsOf(call), accounts };
    return { answer, made: [{ kind: 'client', id: credentials.client_id }] };
  },
  'client list': async (deps, { company }) => ({ answer: await listClients(deps, company) }),
  'client show': async (deps, { client }) => ({ answer: await showClient(deps, client) }),
  'client rotate': async (deps, { client, hours }) => ({ answer: await rotateClient(deps, client, hours) }),
  'client retire': async (deps, { client }) => ({ answer: await retireSecrets(deps, client) }),
  'client close': async (deps, { client }) => ({ answer: await closeClient(deps, client) }),

  'policy set': async (deps, call) => ({
    answer: await setPolicy(deps, call.client, accountOf(call.account), call),
  }),
  'policy end': async (deps, { client, account }) => ({
    answer: await endPolicy(deps, client, accountOf(account)),
  }),
};
