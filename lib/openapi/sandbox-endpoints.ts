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
    summary: 'Receives the network’s notices of payments and refunds',
    details:
      'The body has the form of the Central Bank’s Pix API. The header hmac signs the body with a secret that the network also has.',
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
      'Each account gets the requested balance and a PIX key. Only this answer shows the secrets of the client.',
    body: createTenantBody.meta({ id: 'SandboxTenant' }),
    answer: answers.tenant,
    refusals: [],
    example: { name: 'Demo company', balance: '10000.00' },
  },
  {
    ...sandbox,
    route: 'POST /sandbox/clients',
    name: 'openClient',
    summary: 'Opens another client and user of a company',
    details: 'The client gets policies on the given accounts, or on all accounts of the company.',
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
    details: 'Its statement stays. An account with a transfer in progress cannot be closed.',
    body: closeAccountBody.meta({ id: 'SandboxAccountRef' }),
    answer: answers.done,
    refusals: ['account_not_found', 'account_has_open_transfers'],
    example: account,
  },
  {
    ...sandbox,
    route: 'POST /sandbox/network/{reference}',
    name: 'tellNetwork',
    summary: 'Sets the outcome of a payment or refund that is open at the network',
    details:
      'Give the transaction id, or the reference of the chargeback. It ends as if the network had reported the outcome.',
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
    summary: 'Simulates that the recipient of a cashout returns the money',
    details: 'Returns the whole amount, or the given amount. A fully returned cashout becomes REFUNDED.',
    body: refundBody.meta({ id: 'SandboxReturn' }),
    answer: answers.refund,
    refusals: ['transaction_not_found'],
    example: { transaction_id: 8_125_094_371_265, reason: 'MD06' },
  },
  {
    ...sandbox,
    route: 'POST /sandbox/returns',
    name: 'rehearseReturn',
    summary: 'Simulates that the PSP returns a received payment without a request',
    details:
      'Returns the whole amount, or the given amount. The account is debited even if it has less, and is then overdrawn.',
    body: returnBody.meta({ id: 'SandboxImposedReturn' }),
    answer: answers.refund,
    refusals: ['transaction_not_found'],
    example: { end_to_end_id: 'E9999901120261121150400000000001', nature: 'MED_FRAUDE' },
  },
  {
    ...sandbox,
    route: 'POST /sandbox/qr-codes',
    name: 'rehearseQrCode',
    summary: 'Creates a QR code of an account',
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
    summary: 'Simulates a received payment',
    details:
      'The payment comes from another institution, or from the account of this institution that payer names. With qr_code_id it pays that QR code.',
    body: pixInBody.meta({ id: 'SandboxPayment' }),
    answer: answers.pixIn,
    refusals: ['account_not_found', 'qr_code_not_found'],
    example: { ...account, amount: 50, payer: { name: 'Maria Silva' } },
  },
  {
    ...sandbox,
    route: 'POST /sandbox/med-cases',
    name: 'rehearseMedCase',
    summary: 'Simulates a report of a payment',
    details: 'Give either the QR code or the end-to-end id of the payment.',
    body: medCaseBody.meta({ id: 'SandboxMedCase' }),
    answer: answers.med,
    refusals: ['transaction_not_found'],
    example: { qr_code_id: 731_846_215_930 },
  },
  {
    ...sandbox,
    route: 'PUT /sandbox/med-cases/{id}',
    name: 'rehearseMedProgress',
    summary: 'Simulates a change of a report',
    details: 'Fields that are not given do not change.',
    path: medCasePath,
    body: medProgressBody.meta({ id: 'SandboxMedProgress' }),
    answer: answers.med,
    refusals: ['med_not_found'],
    example: { infraction_report_status: 'CLOSED', analysis_result: 'AGREED' },
  },
];
