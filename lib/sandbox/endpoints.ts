// The endpoints of the sandbox.

import { as, endpoint } from '../access/endpoint.ts';
import { tell } from '../access/tell.ts';
import { medCasePath } from '../med-case/schemas.ts';
import * as answers from './answers.ts';
import * as schemas from './schemas.ts';

const sandbox = { auth: 'sandbox key' } as const;

export const openTenant = /* @__PURE__ */ endpoint(sandbox, {
  route: 'POST /sandbox/tenants',
  body: schemas.createTenantBody,
  answer: as<typeof answers.tenant>,
});

export const openClient = /* @__PURE__ */ endpoint(sandbox, {
  route: 'POST /sandbox/clients',
  body: schemas.createClientBody,
  refusals: ['company_not_found', 'account_not_found'],
  answer: as<typeof answers.openedClient>,
});

export const closeAccount = /* @__PURE__ */ endpoint(sandbox, {
  route: 'POST /sandbox/accounts/close',
  body: schemas.closeAccountBody,
  refusals: ['account_not_found', 'account_has_open_transfers'],
  answer: as<typeof answers.done>,
});

export const tellNetwork = /* @__PURE__ */ endpoint(sandbox, {
  route: 'POST /sandbox/network/{reference}',
  path: schemas.networkPath,
  body: schemas.tellNetworkBody,
  refusals: ['payment_not_open', 'route_not_found'],
  answer: as<typeof answers.done>,
});

export const rehearseRefund = /* @__PURE__ */ endpoint(sandbox, {
  route: 'POST /sandbox/refunds',
  body: schemas.refundBody,
  refusals: ['transaction_not_found'],
  answer: as<typeof answers.refund>,
});

export const rehearseReturn = /* @__PURE__ */ endpoint(sandbox, {
  route: 'POST /sandbox/returns',
  body: schemas.returnBody,
  refusals: ['transaction_not_found'],
  answer: as<typeof answers.refund>,
});

export const rehearseQrCode = /* @__PURE__ */ endpoint(sandbox, {
  route: 'POST /sandbox/qr-codes',
  body: schemas.qrCodeBody,
  refusals: ['account_not_found'],
  answer: as<typeof answers.qrCode>,
});

export const rehearsePixIn = /* @__PURE__ */ endpoint(sandbox, {
  route: 'POST /sandbox/pix-in',
  body: schemas.pixInBody,
  refusals: ['account_not_found', 'qr_code_not_found'],
  answer: as<typeof answers.pixIn>,
});

export const rehearseMedCase = /* @__PURE__ */ endpoint(sandbox, {
  route: 'POST /sandbox/med-cases',
  body: schemas.medCaseBody,
  refusals: ['transaction_not_found'],
  answer: as<typeof answers.med>,
});

export const rehearseMedProgress = /* @__PURE__ */ endpoint(sandbox, {
  route: 'PUT /sandbox/med-cases/{id}',
  path: medCasePath,
  body: schemas.medProgressBody,
  refusals: ['med_not_found'],
  answer: as<typeof answers.med>,
});

const account = { source_account_branch_identifier: '0001', source_account_number: '123456784' };

export const told = () =>
  tell(
    {
      openTenant,
      openClient,
      closeAccount,
      tellNetwork,
      rehearseRefund,
      rehearseReturn,
      rehearseQrCode,
      rehearsePixIn,
      rehearseMedCase,
      rehearseMedProgress,
    },
    {
      openTenant: {
        tag: 'Sandbox',
        summary: 'Opens a company with accounts and a client',
        details:
          'Each account gets the requested balance and a PIX key. Only this answer shows the secrets of the client.',
        body: 'SandboxTenant',
        answer: answers.tenant,
        example: { name: 'Demo company', balance: '10000.00' },
      },
      openClient: {
        tag: 'Sandbox',
        summary: 'Opens another client and user of a company',
        details: 'The client gets policies on the given accounts, or on all accounts of the company.',
        body: 'SandboxClientRequest',
        answer: answers.openedClient,
        example: { company_id: '1f0e7c3a-52d4-4b6e-9d5c-6a1b2c3d4e5f', permissions: ['CREATE'] },
      },
      closeAccount: {
        tag: 'Sandbox',
        summary: 'Closes an account',
        details: 'Its statement stays. An account with a transfer in progress cannot be closed.',
        body: 'SandboxAccountRef',
        answer: answers.done,
        example: account,
      },
      tellNetwork: {
        tag: 'Sandbox',
        summary: 'Sets the outcome of a payment or refund that is open at the network',
        details:
          'Give the transaction id, or the reference of the chargeback. It ends as if the network had reported the outcome.',
        body: 'NetworkVerdict',
        answer: answers.done,
        example: { outcome: 'settled' },
      },
      rehearseRefund: {
        tag: 'Sandbox',
        summary: 'Simulates that the recipient of a cashout returns the money',
        details: 'Returns the whole amount, or the given amount. A fully returned cashout becomes REFUNDED.',
        body: 'SandboxReturn',
        answer: answers.refund,
        example: { transaction_id: 8_125_094_371_265, reason: 'MD06' },
      },
      rehearseReturn: {
        tag: 'Sandbox',
        summary: 'Simulates that the PSP returns a received payment without a request',
        details:
          'Returns the whole amount, or the given amount. The account is debited even if it has less, and is then overdrawn.',
        body: 'SandboxImposedReturn',
        answer: answers.refund,
        example: { end_to_end_id: 'E9999901120261121150400000000001', nature: 'MED_FRAUDE' },
      },
      rehearseQrCode: {
        tag: 'Sandbox',
        summary: 'Creates a QR code of an account',
        details: 'Pay it with POST /sandbox/pix-in, or with its copy-and-paste code.',
        body: 'SandboxQrCode',
        answer: answers.qrCode,
        example: { ...account, amount: 50 },
      },
      rehearsePixIn: {
        tag: 'Sandbox',
        summary: 'Simulates a received payment',
        details:
          'The payment comes from another institution, or from the account of this institution that payer names. With qr_code_id it pays that QR code.',
        body: 'SandboxPayment',
        answer: answers.pixIn,
        example: { ...account, amount: 50, payer: { name: 'Maria Silva' } },
      },
      rehearseMedCase: {
        tag: 'Sandbox',
        summary: 'Simulates a report of a payment',
        details: 'Give either the QR code or the end-to-end id of the payment.',
        body: 'SandboxMedCase',
        answer: answers.med,
        example: { qr_code_id: 731_846_215_930 },
      },
      rehearseMedProgress: {
        tag: 'Sandbox',
        summary: 'Simulates a change of a report',
        details: 'Fields that are not given do not change.',
        body: 'SandboxMedProgress',
        answer: answers.med,
        example: { infraction_report_status: 'CLOSED', analysis_result: 'AGREED' },
      },
    },
  );
