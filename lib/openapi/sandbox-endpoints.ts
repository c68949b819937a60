// The sandbox, and the network's callback.

import * as z from 'zod';
import { medCasePath } from '../med-case/schemas.ts';
import { networkNotices, networkQuestion } from '../network/schemas.ts';
import {
  closeAccountBody,
  createClientBody,
  createTenantBody,
  medCaseBody,
  medProgressBody,
  networkPath,
  pixInBody,
  qrCodeBody,
  refundBody,
  returnBody,
  tellNetworkBody,
} from '../sandbox/schemas.ts';
import type { Endpoint } from './endpoint.ts';
import * as answers from './sandbox-answers.ts';

const account = { source_account_branch_identifier: '0001', source_account_number: '123456784' };
const sandbox = { tag: 'Sandbox', auth: 'sandbox key' } as const;

export const sandboxEndpoints: readonly Endpoint[] = [
  {
    route: 'POST /network/pix',
    name: 'receiveNetworkPix',
    tag: 'Network',
    summary: 'Takes the network’s word of payments received and refunds ended',
    details:
      'In the form of the Central Bank’s Pix API. The header hmac is taken over the body with a secret shared with the network.',
    auth: 'signature',
    body: z.union([
      networkNotices.meta({ id: 'NetworkNotices' }),
      networkQuestion.meta({ id: 'NetworkQuestion' }),
    ]),
    answer: answers.accepted,
    refusals: [],
    example: {
      pix: [
        {
          endToEndId: 'E6070119020261121150400000000001',
          valor: '50.00',
          horario: '2026-11-21T15:04:05.123Z',
          chave: 'loja@example.com',
        },
      ],
    },
  },
  {
    ...sandbox,
    route: 'POST /sandbox/tenants',
    name: 'openTenant',
    summary: 'Opens a company with accounts and a client',
    details:
      'Each account has the balance asked for and a PIX key. The secrets of the client are told here, once.',
    body: createTenantBody.meta({ id: 'SandboxTenant' }),
    answer: answers.tenant,
    refusals: [],
    example: { name: 'Demo company', balance: '10000.00' },
  },
  {
    ...sandbox,
    route: 'POST /sandbox/clients',
    name: 'openClient',
    summary: 'Opens one more client and user of a company',
    details: 'With policies on the accounts named, or on all that the company has.',
    body: createClientBody.meta({ id: 'SandboxClientRequest' }),
    answer: answers.openedClient,
    refusals: ['company_not_found', 'account_not_found'],
    example: { company_id: '1f0e7c3a-52d4-4b6e-9d5c-6a1b2c3d4e5f', permissions: ['CREATE'] },
  },
  {
    ...sandbox,
    route: 'POST /sandbox/accounts/close',
    name: 'closeAccount',
    summary: 'Closes an account',
    details: 'What it has stays on its statement. An account with a transfer in progress is not closed.',
    body: closeAccountBody.meta({ id: 'SandboxAccountRef' }),
    answer: answers.done,
    refusals: ['account_not_found', 'account_has_open_transfers'],
    example: account,
  },
  {
    ...sandbox,
    route: 'POST /sandbox/network/{reference}',
    name: 'tellNetwork',
    summary: 'Decides a payment or refund that is open at the network',
    details:
      'By its transaction id, or by the chargeback’s reference. It ends as if the network had said so.',
    path: networkPath,
    body: tellNetworkBody.meta({ id: 'NetworkVerdict' }),
    answer: answers.done,
    refusals: ['payment_not_open', 'route_not_found'],
    example: { outcome: 'settled' },
  },
  {
    ...sandbox,
    route: 'POST /sandbox/refunds',
    name: 'rehearseRefund',
    summary: 'Has the receiver of a cashout send the money back',
    details: 'All of it, or the amount given. A cashout of which all came back is REFUNDED.',
    body: refundBody.meta({ id: 'SandboxReturn' }),
    answer: answers.refund,
    refusals: ['transaction_not_found'],
    example: { transaction_id: 8_125_094_371_265, reason: 'MD06' },
  },
  {
    ...sandbox,
    route: 'POST /sandbox/returns',
    name: 'rehearseReturn',
    summary: 'Has the PSP take a received payment back, without asking the account',
    details:
      'All of it, or the amount given. The account is debited also when it has less, and is then overdrawn.',
    body: returnBody.meta({ id: 'SandboxImposedReturn' }),
    answer: answers.refund,
    refusals: ['transaction_not_found'],
    example: { end_to_end_id: 'E9999901120261121150400000000001', nature: 'MED_FRAUDE' },
  },
  {
    ...sandbox,
    route: 'POST /sandbox/qr-codes',
    name: 'rehearseQrCode',
    summary: 'Makes a QR code of an account',
    details: 'Pay it with POST /sandbox/pix-in, or with its copy-and-paste code.',
    body: qrCodeBody.meta({ id: 'SandboxQrCode' }),
    answer: answers.qrCode,
    refusals: ['account_not_found'],
    example: { ...account, amount: 50 },
  },
  {
    ...sandbox,
    route: 'POST /sandbox/pix-in',
    name: 'rehearsePixIn',
    summary: 'Has money arrive',
    details:
      'From outside, or from an account of this institution where payer names one. With qr_code_id it pays that code.',
    body: pixInBody.meta({ id: 'SandboxPayment' }),
    answer: answers.pixIn,
    refusals: ['account_not_found', 'qr_code_not_found'],
    example: { ...account, amount: 50, payer: { name: 'Maria Silva' } },
  },
  {
    ...sandbox,
    route: 'POST /sandbox/med-cases',
    name: 'rehearseMedCase',
    summary: 'Has somebody report a payment',
    details: 'Name the payment by its QR code or by its end-to-end id, and not by both.',
    body: medCaseBody.meta({ id: 'SandboxMedCase' }),
    answer: answers.med,
    refusals: ['transaction_not_found'],
    example: { qr_code_id: 731_846_215_930 },
  },
  {
    ...sandbox,
    route: 'PUT /sandbox/med-cases/{id}',
    name: 'rehearseMedProgress',
    summary: 'Has a report change',
    details: 'Fields that are not given stay as they are.',
    path: medCasePath,
    body: medProgressBody.meta({ id: 'SandboxMedProgress' }),
    answer: answers.med,
    refusals: ['med_not_found'],
    example: { infraction_report_status: 'CLOSED', analysis_result: 'AGREED' },
  },
];
