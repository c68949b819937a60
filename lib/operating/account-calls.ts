// Defines an operator's calls about accounts: their payees and keys.

import { addPixKey } from '../account/add-pix-key.ts';
import { endPixKey, showPixKey } from '../account/end-pix-key.ts';
import { showAccount } from '../account/show-account.ts';
import { accountIdOf, accountOf } from '../base/account-ref.ts';
import type { CallsAbout } from './administering.ts';
import { closeAccount } from './close-account.ts';
import { addPayee, listPayees, removePayee } from './list-payees.ts';
import { openAccount } from './open-account.ts';
import { payeeNamed } from './payee-named.ts';
import { startSynthetic } from './start-synthetic.ts';

export const accountCalls: CallsAbout<'account' | 'payee' | 'key' | 'synthetic'> = {
  async 'account open'(
    deps,
    { company: companyId, holder: holderName, legal_id: holderLegalId, key: pixKey },
  ) {
    const account = accountIdOf(await openAccount(deps, { companyId, holderName, holderLegalId, pixKey }));
    return { answer: { account, company_id: companyId }, made: [{ kind: 'account', id: account }] };
  },
  'account show': async (deps, { account }) => ({ answer: await showAccount(deps, accountOf(account)) }),
  'account close': async (deps, { account }) => ({
    answer: { account, ...(await closeAccount(deps, accountOf(account))) },
  }),

  'payee add': async (deps, call) => ({
    answer: await addPayee(deps, accountOf(call.account), payeeNamed(call), call.by),
  }),
  'payee remove': async (deps, call) => ({
    answer: await removePayee(deps, accountOf(call.account), payeeNamed(call), call.by),
  }),
  'payee list': async (deps, { account }) => ({ answer: await listPayees(deps, accountOf(account)) }),

  'key add': async (deps, { account, key }) => ({ answer: await addPixKey(deps, accountOf(account), key) }),
  'key show': async (deps, { key }) => ({ answer: await showPixKey(deps, key) }),
  'key end': async (deps, { key }) => ({ answer: await endPixKey(deps, key) }),

  async 'synthetic start'(deps, { account, ...call }) {
    const answer = await startSynthetic(deps, { account: accountOf(account), ...call });
    return { answer, made: [{ kind: 'client', id: answer.client_id }] };
  },
};
