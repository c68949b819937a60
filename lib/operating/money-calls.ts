// Defines an operator's calls about cashouts, chargebacks, payments, MED cases, webhooks, incidents and the audit.

import { accountOf } from '../base/account-ref.ts';
import { assignPayment, showPayment } from '../incoming/assign-payment.ts';
import { defendForCompany } from '../med-case/defend-med-case.ts';
import { pauseByOperator, resumeByOperator } from '../webhook/operate-webhook.ts';
import { showWebhooks } from '../webhook/show-webhooks.ts';
import type { CallsAbout } from './administering.ts';
import { closeIncident, takeIncident } from './close-incident.ts';
import { endPayment } from './end-payment.ts';
import { endRefund } from './end-refund.ts';
import { listIncidents } from './list-incidents.ts';
import { showAudit } from './show-audit.ts';
import { showCashout } from './show-cashout.ts';
import { showChargeback } from './show-chargeback.ts';
import { showIncident } from './show-incident.ts';
import { showCase, showMedCase } from './show-med-case.ts';

export const moneyCalls: CallsAbout<
  'cashout' | 'chargeback' | 'payment' | 'med' | 'webhook' | 'incident' | 'audit'
> = {
  'cashout show': async (deps, { cashout }) => ({ answer: await showCashout(deps, cashout) }),
  'cashout settle': async (deps, call) => ({ answer: await endPayment(deps, call.cashout, settled(call)) }),
  'cashout fail': async (deps, call) => ({ answer: await endPayment(deps, call.cashout, failed(call)) }),

  'chargeback show': async (deps, { chargeback }) => ({ answer: await showChargeback(deps, chargeback) }),
  'chargeback settle': async (deps, call) => ({
    answer: await endRefund(deps, call.chargeback, settled(call)),
  }),
  'chargeback fail': async (deps, call) => ({
    answer: await endRefund(deps, call.chargeback, failed(call)),
  }),

  'payment show': async (deps, { payment }) => ({ answer: await showPayment(deps, payment) }),
  'payment assign': async (deps, { payment, account }) => ({
    answer: await assignPayment(deps, payment, accountOf(account), deps.requireShown),
  }),

  'med show': async (deps, { med }) => ({ answer: await showMedCase(deps, med) }),
  'med defend': async (deps, { med, position, text }) => ({
    answer: showCase(deps, await defendForCompany(deps, med, { position, text })),
  }),

  'webhook list': async (deps, { account }) => ({ answer: await showWebhooks(deps, accountOf(account)) }),
  'webhook pause': async (deps, { webhook }) => ({ answer: await pauseByOperator(deps, webhook) }),
  'webhook resume': async (deps, { webhook }) => ({ answer: await resumeByOperator(deps, webhook) }),

  'incident list': listIncidents,
  'incident show': async (deps, { incident }) => ({ answer: await showIncident(deps, incident) }),
  'incident take': async (deps, call) => ({ answer: await takeIncident(deps, call) }),
  'incident close': async (deps, call) => ({ answer: await closeIncident(deps, call) }),

  'audit show': (deps, { subject, limit }) => showAudit(deps, subject, limit),
};

type Told = { by: string; document: string; reason: string };

const settled = ({
  by,
  document,
  reason,
  ...id
}: Told & ({ end_to_end_id: string } | { return_id: string })) => {
  const networkId = 'return_id' in id ? id.return_id : id.end_to_end_id;
  return { end: 'settled', networkId, document, reason, by } as const;
};

const failed = ({ by, document, reason, cancelled_at_psp: cancelledAtPsp }: Told & Cancelled) =>
  ({ end: 'failed', document, reason, ...(cancelledAtPsp ? { cancelledAtPsp } : {}), by }) as const;

type Cancelled = { cancelled_at_psp?: string | undefined };
