// Declares operators' calls about MED cases, webhooks, incidents and the audit.

import * as z from 'zod';
import { accountOf } from '../base/account-ref.ts';
import { words } from '../base/field-schemas.ts';
import { defendForCompany } from '../med-case/defend-med-case.ts';
import { defenceFields } from '../med-case/schemas.ts';
import { pauseByOperator, resumeByOperator } from '../webhook/operate-webhook.ts';
import { showWebhooks } from '../webhook/show-webhooks.ts';
import { services, subjectKinds } from './audit.ts';
import { declare } from './call.ts';
import { closeIncident, takeIncident } from './close-incident.ts';
import { listIncidents } from './list-incidents.ts';
import { showAudit } from './show-audit.ts';
import { showIncident } from './show-incident.ts';
import { showCase, showMedCase } from './show-med-case.ts';
import { account, incidentId, medId, subject } from './subject-schema.ts';
import { longText, wholeNumber } from './typed-texts.ts';

const med = { is: medId, flag: '<case>' } as const;

const one = {
  webhook: {
    is: z.int('must be a whole number').positive('must be a whole number'),
    flag: '--id <webhook>',
    means: 'id of the webhook',
    read: wholeNumber,
  },
  reason: { is: words(200), flag: '--reason <text>', means: 'reason, for the audit' },
} as const;

const incident = { is: incidentId, flag: '<incident>' } as const;

export const caseCalls = [
  declare('med show', {
    what: 'Shows a MED case and its defence, by the id of the case.',
    example: '3fa8f8a8-66b4-470d-a56c-1fe888da7d18 --stage production',
    fields: { med },
    run: async (deps, call) => ({ answer: await showMedCase(deps, call.med) }),
  }),
  declare('med defend', {
    what: 'Gives the one defence of a case for its company, which has asked for it. It cannot be changed afterwards.',
    example:
      '3fa8f8a8-66b4-470d-a56c-1fe888da7d18 --position contest --text "$(cat defence.txt)" --reason "INC-44: asked by the company in writing"',
    fields: {
      med,
      position: {
        is: defenceFields.position,
        flag: '--position <position>',
        means: 'contest (the report is wrong) or accept (the money may go back)',
        choices: ['contest', 'accept'],
      },
      text: {
        is: defenceFields.text,
        flag: '--text <text>',
        means: 'what the PSP gets, in several lines if you like',
        read: longText,
      },
      reason: {
        is: words(200),
        flag: '--reason <text>',
        means: 'why operators give it, and the ticket; it must name no customer',
      },
    },
    change: {
      on: 'med',
      pt: 'Enviar defesa em nome da empresa',
      en: 'Send a defence for the company',
      replaces: 'nothing',
    },
    run: async (deps, call) => ({
      answer: showCase(
        deps,
        await defendForCompany(deps, call.med, { position: call.position, text: call.text }),
      ),
    }),
  }),
  declare('webhook list', {
    what: 'Lists the webhooks of an account: address, the client that set it, and status.',
    example: '--account 0001/123456789',
    fields: { account: { is: account, flag: '--account <account>', means: 'BRANCH/NUMBER' } },
    run: async (deps, call) => ({ answer: await showWebhooks(deps, accountOf(call.account)) }),
  }),
  declare('webhook pause', {
    what: 'Pauses a webhook until an operator resumes it.',
    example: '--id 7292262688376 --reason "INC-43: not theirs"',
    fields: one,
    run: async (deps, { webhook }) => ({ answer: await pauseByOperator(deps, webhook) }),
  }),
  declare('webhook resume', {
    what: 'Resumes a webhook, whatever paused it. The client that set its address must have a right to the account.',
    example: '--id 7292262688376 --reason "INC-43: over"',
    fields: one,
    change: { on: 'account', pt: 'Retomar webhook', en: 'Resume a webhook', replaces: 'nothing' },
    run: async (deps, { webhook }) => ({ answer: await resumeByOperator(deps, webhook) }),
  }),
  declare('incident list', {
    what: 'Lists the open incidents, newest first.',
    example: '--all --stage production',
    fields: {
      all: { is: z.boolean().default(false), flag: '--all', means: 'lists closed incidents too' },
      limit: {
        is: z.int().min(1).max(1_000).default(200),
        flag: '--limit <count>',
        means: 'maximum number of incidents',
        read: wholeNumber,
        tellsDefault: true,
      },
    },
    explain: tellRest,
    run: listIncidents,
  }),
  declare('incident show', {
    what: 'Shows an incident with the notice of the network, and the section of the runbook about it.',
    example: 'cashout-1234567890123456-settled',
    fields: { incident },
    run: async (deps, call) => ({ answer: await showIncident(deps, call.incident) }),
  }),
  declare('incident take', {
    what: 'Tells the other operators who works on an incident. The operator who takes it last has it.',
    example: 'cashout-1234567890123456-settled --stage production',
    fields: { incident },
    run: async (deps, call) => ({ answer: await takeIncident(deps, call) }),
  }),
  declare('incident close', {
    what: 'Closes an incident that is resolved. It moves no money, and cannot be opened again.',
    example: 'cashout-1234567890123456-settled --note "INC-44: the PSP has paid it back" --stage production',
    fields: {
      incident,
      note: {
        is: words(500),
        flag: '--note <text>',
        means: 'what was decided, and the ticket; it must name no customer',
      },
    },
    run: async (deps, call) => ({ answer: await closeIncident(deps, call) }),
  }),
  declare('audit show', {
    what: `Lists the actions on a subject, newest first. Kinds: ${subjectKinds.join(', ')}. \`service\` has ${services.join(', ')}: who opened companies, asked about people, listed incidents or networks, and compared the books. \`med\` has people's notes about a case, \`approval\` the proofs.`,
    example: 'client 3b9a… --stage production',
    fields: {
      subject: { is: subject, parts: { kind: { flag: '<kind>' }, id: { flag: '<id>' } } },
      limit: {
        is: z.int().min(1).max(1_000).default(100),
        flag: '--limit <count>',
        means: 'maximum number of entries',
        read: wholeNumber,
        tellsDefault: true,
      },
    },
    run: (deps, call) => showAudit(deps, call.subject, call.limit),
  }),
] as const;

function tellRest({ total, incidents = [] }: Record<string, unknown>): string {
  const shown = (incidents as unknown[]).length;
  return shown < Number(total)
    ? `\nOnly the newest ${shown} of ${total} are shown: --limit shows more, up to 1000.\n`
    : '';
}
