// Defines the endpoints of the sandbox that act as the network and its payers.

import { as, endpoint } from '../access/endpoint.ts';
import { tell } from '../access/tell.ts';
import { exampleAccount } from '../base/meanings.ts';
import { medCasePath } from '../med-case/schemas.ts';
import * as answers from './answers.ts';
import * as schemas from './schemas.ts';

const sandbox = { auth: 'sandbox key' } as const;

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

export const told = () =>
  tell(
    'Sandbox',
    {
      tellNetwork,
      rehearseRefund,
      rehearseReturn,
      rehearseQrCode,
      rehearsePixIn,
      rehearseMedCase,
      rehearseMedProgress,
    },
    {
      tellNetwork: {
        summary: 'Sets the outcome of a payment or refund that is open at the network',
        details:
          'Give the transaction id, or the reference of the chargeback. It ends as if the network had reported the outcome.',
        body: 'NetworkVerdict',
        fields: {
          outcome: ['Outcome that the network reports.', 'settled'],
          code: ['Reason code; only with failed or refused.', 'AC03'],
        },
        answer: answers.done,
        example: { outcome: 'settled' },
        parameters: {
          reference: ['Id of the transaction, or reference of the chargeback.', '8125094371265'],
        },
      },
      rehearseRefund: {
        summary: 'Simulates that the recipient of a cashout returns the money',
        details: 'Returns the whole amount, or the given amount. A fully returned cashout becomes REFUNDED.',
        body: 'SandboxReturn',
        fields: {
          transaction_id: ['Id of one of your cashouts with status SUCCESS.', 8_125_094_371_265],
          reason: ['Reason code of the return.', 'MD06'],
        },
        answer: answers.refund,
        example: { transaction_id: 8_125_094_371_265, reason: 'MD06' },
      },
      rehearseReturn: {
        summary: 'Simulates that the PSP returns a received payment without a request',
        details:
          'Returns the whole amount, or the given amount. The account is debited even if it has less, and is then overdrawn.',
        body: 'SandboxImposedReturn',
        fields: {
          nature: ['Reason for the return, as the Pix API names it.', 'MED_FRAUDE'],
        },
        answer: answers.refund,
        example: { end_to_end_id: 'E9999901120261121150400000000001', nature: 'MED_FRAUDE' },
      },
      rehearseQrCode: {
        summary: 'Creates a QR code of an account',
        details: 'Pay it with POST /sandbox/pix-in, or with its copy-and-paste code.',
        body: 'SandboxQrCode',
        answer: answers.qrCode,
        example: { ...exampleAccount, amount: 50 },
      },
      rehearsePixIn: {
        summary: 'Simulates a received payment',
        details:
          'The payment comes from another institution, or from the account of this institution that payer names. With qr_code_id it pays that QR code.',
        body: 'SandboxPayment',
        answer: answers.pixIn,
        example: { ...exampleAccount, amount: 50, payer: { name: 'Maria Silva' } },
      },
      rehearseMedCase: {
        summary: 'Simulates a report of a payment',
        details: 'Give either the QR code or the end-to-end id of the payment.',
        body: 'SandboxMedCase',
        fields: {
          qr_code_id: [
            'Id of the QR code that was paid. Give either this or end_to_end_id.',
            731_846_215_930,
          ],
          reason: ['Why the payment is reported.', 'RETURN_REQUEST'],
          situation_type: ['Kind of fraud that is reported.', 'SCAM'],
        },
        answer: answers.med,
        example: { qr_code_id: 731_846_215_930 },
      },
      rehearseMedProgress: {
        summary: 'Simulates a change of a report',
        details: 'Fields that are not given do not change.',
        body: 'SandboxMedProgress',
        fields: {
          analysis_result: ['Result of the analysis.', 'AGREED'],
          analysis_details: ['In the analyst’s words.', 'Conta de laranja'],
          fraud_type: ['Kind of fraud that was found.', 'SCAM'],
          refund_id: ['The network’s id of the refund request.', 'refund-1'],
          refund_status: ['Status of the refund request.', 'OPEN'],
          refund_amount: ['Requested amount, in reais.', '40.00'],
          refund_effective_amount: ['Amount that was sent, as the PSP reports it, in reais.', '40.00'],
          refund_rejection_reason: ['Why the refund was rejected.', 'NO_BALANCE'],
          refund_end_to_end_id: ['End-to-end id of the return.', 'D99999011202611211200abcdefghijk'],
        },
        answer: answers.med,
        example: { infraction_report_status: 'CLOSED', analysis_result: 'AGREED' },
        parameters: {
          id: ['Id of the case.', '3fa8f8a8-66b4-470d-a56c-1fe888da7d18'],
        },
      },
    },
  );
