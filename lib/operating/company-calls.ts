// Declares operators' calls about companies, their users, and the permissions of their clients on accounts.

import { accountOf } from '../base/account-ref.ts';
import { words } from '../base/field-schemas.ts';
import type { Administering } from './administering.ts';
import { declare } from './call.ts';
import { naming, rights } from './client-fields.ts';
import { openCompany } from './open-company.ts';
import { endPolicy, rightsIn, setPolicy } from './set-policy.ts';
import { showCompany } from './show-company.ts';
import { account, id } from './subject-schema.ts';
import { closeUser, nameUser, showUser } from './users.ts';

const user = { is: id, flag: '<user>' } as const;

const policy = {
  client: { is: id, flag: '--client <id>', means: 'id of the client' },
  account: { is: account, flag: '--account <account>', means: 'BRANCH/NUMBER' },
} as const;

const replaces = async ({ clients, accounts }: Administering, call: { client: string; account: string }) => {
  const client = await clients.get(call.client);
  return client && rightsIn((await accounts.getWithPolicy(accountOf(call.account), client.userId)).policy);
};

export const companyCalls = [
  declare('company open', {
    what: 'Opens a company.',
    example: '--name "Padaria Tres Irmaos" --stage production',
    fields: { name: { is: words(100), flag: '--name <name>', means: 'name of the company' } },
    async run(deps, call) {
      const { companyId, name } = await openCompany(deps, call.name);
      return {
        answer: { company_id: companyId, name },
        made: [{ kind: 'company', id: companyId }],
        shows: [],
      };
    },
  }),
  declare('company show', {
    what: 'Shows a company with its accounts and clients. Clients that are older than this list are missing.',
    example: '7f1c… --stage production',
    fields: { company: { is: id, flag: '<company>' } },
    run: async (deps, { company }) => ({ answer: await showCompany(deps, company) }),
  }),
  declare('user show', {
    what: 'Shows a user with its clients and rights.',
    example: '0c8f…',
    fields: { user },
    run: async (deps, call) => ({ answer: await showUser(deps, call.user) }),
  }),
  declare('user name', {
    what: 'Names a user. Lists and timelines show the new name within a minute. Earlier approvals keep the earlier name.',
    example: '0c8f… --name "Ana Lima" --email ana@example.com',
    fields: {
      user,
      name: { is: words(100), flag: '--name <name>', means: 'name of the user' },
      email: {
        is: naming.email,
        flag: '--email <address>',
        means: 'e-mail address of the user; without this option, the user has none',
      },
    },
    run: async (deps, { user: userId, name, email }) => ({
      answer: await nameUser(deps, userId, { name, email }),
    }),
  }),
  declare('user close', {
    what: 'Closes every client of a user permanently, within a minute, and pauses their webhooks. Lists what waits for another approval now. Cashouts with all their approvals are still paid; freeze one of its clients first to stop them.',
    example: '0c8f…',
    fields: { user },
    run: async (deps, call) => ({ answer: await closeUser(deps, call.user) }),
  }),
  declare('policy set', {
    what: 'Sets the permissions of a client on an account, at once. They replace the earlier ones.',
    example: '--client 3b9a… --account 0001/123456789 --permissions CREATE',
    fields: {
      ...policy,
      permissions: {
        ...rights.permissions,
        means: 'comma-separated: CREATE, APPROVE, for a person also REFUND, WEBHOOK; "" for none',
      },
      without: rights.without,
    },
    change: { on: 'client', pt: 'Alterar permissões', en: 'Change permissions', replaces },
    run: async (deps, call) => ({
      answer: await setPolicy(deps, call.client, accountOf(call.account), call),
    }),
  }),
  declare('policy end', {
    what: 'Ends a client’s policy on an account, at once, and pauses its webhooks there.',
    example: '--client 3b9a… --account 0001/123456789',
    fields: policy,
    change: {
      on: 'client',
      pt: 'Encerrar permissões em uma conta',
      en: 'End permissions in an account',
      replaces,
    },
    run: async (deps, call) => ({ answer: await endPolicy(deps, call.client, accountOf(call.account)) }),
  }),
] as const;
