// Defines an operator's calls about cashouts, payments, webhooks, incidents and the audit.

import { accountOf } from '../base/account-ref.ts';
import { assignPayment, showPayment } from '../incoming/assign-payment.ts';
import { pauseByOperator, resumeByOperator } from '../webhook/operate-webhook.ts';
import { showWebhooks } from '../webhook/show-webhooks.ts';
import type { CallsAbout } from './administering.ts';
import { closeIncident, takeIncident } from './close-incident.ts';
import { listIncidents } from './list-incidents.ts';
import { showAudit } from './show-audit.ts';
import { showCashout } from './show-cashout.ts';
import { showIncident } from './show-incident.ts';

export const moneyCalls: CallsAbout<'cashout' | 'payment' | 'webhook' | 'incident' | 'audit'> = {
  'cashout show': async (deps, { cashout }) => ({ answer: await showCashout(deps, cashout) }),

  'payment show': async (deps, { payment }) => ({ answer: await showPayment(deps, payment) }),
  'payment assign': async (deps, { payment, account }) => ({
    answer: await assignPayment(deps, payment, accountOf(account)),
  }),

  'webhook list': async (deps, { account }) => ({ answer: await showWebhooks(deps, accountOf(account)) }),
  'webhook pause': async (deps, { webhook }) => ({ answer: await pauseByOperator(deps, webhook) }),
  'webhook resume': async (deps, { webhook }) => ({ answer: await resumeByOperator(deps, webhook) }),

  'incident list': async (deps, call) => ({ answer: await listIncidents(deps, call) }),
  'incident show': async (deps, { incident }) => ({ answer: await showIncident(deps, incident) }),
  'incident take': async (deps, call) => ({ answer: await takeIncident(deps, call) }),
  'incident close': async (deps, call) => ({ answer: await closeIncident(deps, call) }),

  'audit show': async (deps, { subject, limit }) => ({ answer: await showAudit(deps, subject, limit) }),
};
