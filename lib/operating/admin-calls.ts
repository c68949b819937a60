// The actions of an operator: the subjects of each, and its operation.

import { addPixKey } from '../account/add-pix-key.ts';
import { closeAccount } from '../account/close-account.ts';
import { endPixKey, showPixKey } from '../account/end-pix-key.ts';
import { openAccount } from '../account/open-account.ts';
import { parsePixKey } from '../account/pix-key.ts';
import { rightsOf } from '../account/policy.ts';
import { showAccount } from '../account/show-account.ts';
import type { Core, WithLists, WithMoney, WithOperating, WithQueues } from '../app/deps.ts';
import { accountIdOf, accountOf } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import type { FreezeTarget } from '../freeze/freeze.ts';
import { assignPayment, showPayment } from '../incoming/assign-payment.ts';
import { addPayee, listPayees, removePayee } from '../rules/list-payees.ts';
import { secondsOf } from '../rules/rules.ts';
import { approvalChange, type ChangeOf, limitChange, setRules, showRules } from '../rules/set-rules.ts';
import { pauseByOperator, resumeByOperator } from '../webhook/operate-webhook.ts';
import { showWebhooks } from '../webhook/show-webhooks.ts';
import type { AdminRoute } from './admin-handler.ts';
import type { Subject } from './audit.ts';
import type { Acted } from './audit-action.ts';
import { closeClient } from './close-client.ts';
import { freezePayouts, thawPayouts } from './freeze-payouts.ts';
import { listInFlight } from './list-in-flight.ts';
import { listScheduled } from './list-scheduled.ts';
import { openClient } from './open-client.ts';
import { openCompany } from './open-company.ts';
import { retireSecrets, rotateClient } from './rotate-client.ts';
import type { AdministerCall, FreezeCall } from './schemas.ts';
import { endPolicy, setPolicy } from './set-policy.ts';
import { showAudit } from './show-audit.ts';
import { showClient } from './show-client.ts';
import { showCompany } from './show-company.ts';

export const administerRoute: AdminRoute<AdministerCall, Core & WithOperating & WithMoney & WithQueues> = {
  subjects(call) {
    const about: Subject[] = [];
    if ('company' in call) about.push({ kind: 'company', id: call.company });
    if ('client' in call) about.push({ kind: 'client', id: call.client });
    if ('account' in call) about.push({ kind: 'account', id: call.account });
    if ('accounts' in call) about.push(...call.accounts.map((id) => ({ kind: 'account', id }) as const));
    // A new company has no id yet.
    if (call.action === 'company open') about.push({ kind: 'service', id: 'companies' });
    if ('payment' in call) about.push({ kind: 'payment', id: call.payment });
    if ('webhook' in call) about.push({ kind: 'webhook', id: String(call.webhook) });
    if ('key' in call && call.key !== undefined) about.push(keySubject(call.key));
    // Reading the audit is not audited.
    return about;
  },
  // Names and tax ids are left out: the account's own row has them.
  details({ by, action, ...call }) {
    const { holder: _, legal_id: __, ...shown } = { holder: '', legal_id: '', ...call };
    return shown;
  },
  async run(deps, call) {
    switch (call.action) {
      case 'company open': {
        const { companyId, name } = await openCompany(deps, call.name);
        return { answer: { company_id: companyId, name }, made: [{ kind: 'company', id: companyId }] };
      }
      case 'company show':
        return { answer: await showCompany(deps, call.company) };
      case 'client open':
        return openOne(deps, call);
      case 'client show':
        return { answer: await showClient(deps, call.client) };
      case 'client rotate':
        return { answer: await rotateClient(deps, call.client, call.hours) };
      case 'client retire':
        return { answer: await retireSecrets(deps, call.client) };
      case 'client close':
        return { answer: await closeClient(deps, call.client) };
      case 'account open': {
        const { company: companyId, holder: holderName, legal_id: holderLegalId, key: pixKey } = call;
        const account = accountIdOf(
          await openAccount(deps, { companyId, holderName, holderLegalId, pixKey }),
        );
        return { answer: { account, company_id: companyId }, made: [{ kind: 'account', id: account }] };
      }
      case 'account show':
        return { answer: await showAccount(deps, accountOf(call.account)) };
      case 'account close':
        return {
          answer: { account: call.account, ...(await closeAccount(deps, accountOf(call.account))) },
        };
      case 'policy set':
        return { answer: await setPolicy(deps, call.client, accountOf(call.account), call) };
      case 'policy end':
        return { answer: await endPolicy(deps, call.client, accountOf(call.account)) };
      case 'rule show':
        return { answer: await showRules(deps, accountOf(call.account)) };
      case 'rule expiry': {
        const expireNewSeconds = call.hours === null ? undefined : secondsOf(call.hours);
        return { answer: await setRules(deps, accountOf(call.account), () => ({ expireNewSeconds })) };
      }
      case 'rule own-approval':
      case 'rule approvals':
      case 'rule limit':
      case 'rule payees':
      case 'rule duplicates':
      case 'rule low-balance':
        return { answer: await setRules(deps, accountOf(call.account), changeOf(call)) };
      case 'payee add':
        return { answer: await addPayee(deps, accountOf(call.account), payeeNamed(call), call.by) };
      case 'payee remove':
        return { answer: await removePayee(deps, accountOf(call.account), payeeNamed(call), call.by) };
      case 'payee list':
        return { answer: await listPayees(deps, accountOf(call.account)) };
      case 'key add':
        return { answer: await addPixKey(deps, accountOf(call.account), call.key) };
      case 'key show':
        return { answer: await showPixKey(deps, call.key) };
      case 'key end':
        return { answer: await endPixKey(deps, call.key) };
      case 'payment show':
        return { answer: await showPayment(deps, call.payment) };
      case 'payment assign':
        return { answer: await assignPayment(deps, call.payment, accountOf(call.account)) };
      case 'webhook list':
        return { answer: await showWebhooks(deps, accountOf(call.account)) };
      case 'webhook pause':
        return { answer: await pauseByOperator(deps, call.webhook) };
      case 'webhook resume':
        return { answer: await resumeByOperator(deps, call.webhook) };
      case 'audit show':
        return { answer: await showAudit(deps, call.subject, call.limit) };
    }
  },
};

type RuleCall = Extract<AdministerCall, { action: `rule ${string}` }>;

/** What a call changes of an account's rules. */
function changeOf(call: Exclude<RuleCall, { action: 'rule show' | 'rule expiry' }>): ChangeOf {
  switch (call.action) {
    case 'rule own-approval':
      return approvalChange({ ownApprovalMaxCents: call.up_to ?? undefined });
    case 'rule approvals':
      return approvalChange({
        bands: call.bands.map(({ from: fromCents, needed }) => ({ fromCents, needed })),
      });
    case 'rule limit':
      return limitChange(call.limit, call.amount ?? undefined);
    case 'rule duplicates': {
      const { rule } = call;
      const duplicates = rule
        ? { withinSeconds: secondsOf(rule.within_hours), action: rule.action }
        : undefined;
      return () => ({ duplicates });
    }
    case 'rule low-balance':
      return () => ({ lowBalanceCents: call.below ?? undefined });
    case 'rule payees':
      return () => ({ onlyListedPayees: call.payees === 'listed' || undefined });
  }
}

/** A key in its one form, or a CPF or CNPJ. */
function payeeNamed({ key, legal_id: legalId }: { key?: string | undefined; legal_id?: string | undefined }) {
  if (legalId !== undefined) return { legalId };
  return { key: parsePixKey(key ?? '', true)?.value ?? refuse('invalid_pix_key') };
}

type OpenClient = Extract<AdministerCall, { action: 'client open' }>;

/** Only a web client also uses one-time codes, so only it gets their seed. */
async function openOne(deps: Core & WithOperating, call: OpenClient) {
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
  return { answer, made: [{ kind: 'client', id: credentials.client_id }] } satisfies Acted;
}

export const freezeRoute: AdminRoute<FreezeCall, Core & WithOperating & WithLists & WithQueues> = {
  subjects: ({ target }) => [target],
  details: (call) => ('reason' in call ? { reason: call.reason } : {}),
  async run(deps, call) {
    const target = targetOf(call.target);
    if (call.action === 'freeze') return { answer: await freezePayouts(deps, target) };
    if (call.action === 'thaw') return { answer: await thawPayouts(deps, target) };
    return { answer: { ...(await listInFlight(deps, target)), ...(await listScheduled(deps, target)) } };
  },
};

function targetOf({ kind, id }: FreezeCall['target']): FreezeTarget {
  if (kind === 'account') return { kind, account: accountOf(id) };
  return kind === 'company' ? { kind, companyId: id } : { kind, clientId: id };
}

const keySubject = (key: string): Subject => ({ kind: 'key', id: parsePixKey(key)?.value ?? key });
