// An operator's calls about accounts: their rules, payees and keys.

import { addPixKey } from '../account/add-pix-key.ts';
import { closeAccount } from '../account/close-account.ts';
import { endPixKey, showPixKey } from '../account/end-pix-key.ts';
import { openAccount } from '../account/open-account.ts';
import { parsePixKey } from '../account/pix-key.ts';
import { showAccount } from '../account/show-account.ts';
import { accountIdOf, accountOf } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import { addPayee, listPayees, removePayee } from '../rules/list-payees.ts';
import { secondsOf } from '../rules/rules.ts';
import { approvalChange, type ChangeOf, limitChange, setRules, showRules } from '../rules/set-rules.ts';
import type { Administering, CallsAbout } from './administering.ts';

/** Sets what a call changes of the rules of its account. */
const rule =
  <Call extends { account: string }>(changeOf: (call: Call) => ChangeOf) =>
  async (deps: Administering, call: Call) => ({
    answer: await setRules(deps, accountOf(call.account), changeOf(call)),
  });

export const accountCalls: CallsAbout<'account' | 'rule' | 'payee' | 'key'> = {
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

  'rule show': async (deps, { account }) => ({ answer: await showRules(deps, accountOf(account)) }),
  'rule expiry': rule(({ hours }) => {
    const expireNewSeconds = hours === null ? undefined : secondsOf(hours);
    return () => ({ expireNewSeconds });
  }),
  'rule own-approval': rule(({ up_to }) => approvalChange({ ownApprovalMaxCents: up_to ?? undefined })),
  'rule approvals': rule(({ bands }) =>
    approvalChange({ bands: bands.map(({ from: fromCents, needed }) => ({ fromCents, needed })) }),
  ),
  'rule limit': rule(({ limit, amount }) => limitChange(limit, amount ?? undefined)),
  'rule duplicates': rule(({ rule }) => {
    const duplicates = rule
      ? { withinSeconds: secondsOf(rule.within_hours), action: rule.action }
      : undefined;
    return () => ({ duplicates });
  }),
  'rule low-balance': rule(({ below }) => () => ({ lowBalanceCents: below ?? undefined })),
  'rule payees': rule(({ payees }) => () => ({ onlyListedPayees: payees === 'listed' || undefined })),

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
};

/** A key in its one form, or a CPF or CNPJ. */
function payeeNamed({ key, legal_id: legalId }: { key?: string | undefined; legal_id?: string | undefined }) {
  if (legalId !== undefined) return { legalId };
  return { key: parsePixKey(key ?? '', true)?.value ?? refuse('invalid_pix_key') };
}
