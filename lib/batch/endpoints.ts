// Defines the endpoints of batches.

import { as, endpoint } from '../access/endpoint.ts';
import { tell } from '../access/tell.ts';
import * as answers from './answers.ts';
import { batchBytesMost } from './batch.ts';
import { exampleDigest, exampleId } from './examples.ts';
import { batchRequest } from './request-document.ts';
import * as requests from './requests.ts';

const ofBatch = {
  path: requests.batchPath,
  stranger: 'batch_not_found',
  answer: as<typeof answers.batch>,
} as const;
const decision = {
  ...ofBatch,
  auth: 'token and hmac',
  needs: ['APPROVE'],
} as const;
const approvalRefusals = [
  'batch_in_wrong_status',
  'approved_already',
  'approval_of_own',
  'content_differs',
] as const;

export const createBatch = /* @__PURE__ */ endpoint(
  {},
  {
    route: 'POST /v3/batches',
    auth: 'token and hmac',
    audience: 'api',
    needs: ['CREATE'],
    idempotencyKey: 'required',
    query: requests.createQuery,
    bodyBytesMost: batchBytesMost,
    stranger: 'account_not_found',
    closed: 'account_not_found',
    refusals: ['too_many_batches'],
    answer: as<typeof answers.batch>,
  },
);

export const listBatches = /* @__PURE__ */ endpoint(
  {},
  {
    route: 'GET /v3/batches',
    auth: 'token',
    query: requests.listBatchesQuery,
    stranger: 'account_not_found',
    answer: as<typeof answers.batchPage>,
  },
);

export const getBatch = /* @__PURE__ */ endpoint(ofBatch, { route: 'GET /v3/batches/{id}', auth: 'token' });

export const listBatchLines = /* @__PURE__ */ endpoint(ofBatch, {
  route: 'GET /v3/batches/{id}/lines',
  auth: 'token',
  query: requests.listLinesQuery,
  answer: as<typeof answers.batchLines>,
});

export const approveBatch = /* @__PURE__ */ endpoint(decision, {
  route: 'POST /v3/batches/{id}/approve',
  body: requests.approveBatchBody,
  refusals: approvalRefusals,
});

export const resumeBatch = /* @__PURE__ */ endpoint(decision, {
  route: 'POST /v3/batches/{id}/resume',
  body: requests.resumeBatchBody,
  refusals: approvalRefusals,
});

export const retryBatch = /* @__PURE__ */ endpoint(ofBatch, {
  route: 'POST /v3/batches/{id}/retry',
  auth: 'token and hmac',
  audience: 'api',
  needs: ['CREATE'],
  idempotencyKey: 'required',
  body: requests.retryBatchBody,
  bodyBytesMost: batchBytesMost,
  closed: 'account_not_found',
  refusals: ['batch_in_wrong_status', 'batch_retried_already', 'too_many_batches'],
});

export const stopBatch = /* @__PURE__ */ endpoint(decision, {
  route: 'POST /v3/batches/{id}/stop',
  body: requests.stopBatchBody,
  refusals: ['batch_in_wrong_status'],
});

const pathId = ['Id of the batch.', exampleId] as const;
const digest = 'The digest of the batch that you saw. Other content is refused with 409.';
const bodyId = ['The id of the path, so that the signature is of this batch.', exampleId] as const;

export const told = () => {
  const toldOfBatch = { answer: answers.batch, parameters: { id: pathId } } as const;
  return tell(
    'Batches',
    { createBatch, listBatches, getBatch, listBatchLines, approveBatch, resumeBatch, retryBatch, stopBatch },
    {
      createBatch: {
        summary: 'Creates a batch of up to 5,000 payouts',
        details:
          'As JSON, as CSV (text/csv) or as a spreadsheet (.xlsx), a file with the totals in the query and the account in the query or as columns. At most 4 MB. It is stored whole or not at all: a 422 names the number of faults and the first hundred, by record, line_id, field and message. The batch is JUDGING; nothing is paid before it is approved.',
        file: batchRequest(),
        answer: answers.batch,
        parameters: {
          name: ['File only: a name for the batch.', 'November payroll'],
          total_lines: ['File only: the number of lines.', '2'],
          total_amount: ['File only: the sum of the lines, in reais.', '3500.00'],
          source_account_branch_identifier: [
            'File only: the branch of the account, if no column has it.',
            '0001',
          ],
          source_account_number: ['File only: the number of the account, if no column has it.', '123456784'],
        },
        example: {
          source_account_branch_identifier: '0001',
          source_account_number: '123456784',
          name: 'November payroll',
          total_lines: 2,
          total_amount: 3500,
          lines: [
            { line_id: 'ana-2026-11', amount: 2000, key: 'ana@example.com', tag: 'Salary' },
            { line_id: 'bia-2026-11', amount: 1500, key: '12345678909', key_type: 'CPF' },
          ],
        },
      },
      listBatches: {
        summary: 'Lists an account’s batches, newest first',
        details: 'A batch is there for 120 days.',
        answer: answers.batchPage,
        parameters: { before: ['From the next URL.', `2026-11-21T15:04:05.123Z-${exampleId}`] },
      },
      getBatch: {
        summary: 'Shows a batch, and how many of its lines stand where',
        details: 'The counts of the lines add up to total_lines and total_amount.',
        ...toldOfBatch,
      },
      listBatchLines: {
        summary: 'Lists the lines of a batch, failed ones first',
        details:
          'With Accept text/csv, all lines as a file in the order sent: the columns of a batch, then status, id, end_to_end_id and erro_descriptor.',
        texts: ['text/csv'],
        answer: answers.batchLines,
        parameters: {
          id: pathId,
          status: ['Only lines with this status.', 'failed'],
          after: ['From the next URL.', 'failed-17'],
        },
      },
      approveBatch: {
        summary: 'Approves a batch',
        details:
          'As many users approve as the rules want for its total. After the last one it is PAYING, or SCHEDULED until its start.',
        body: 'ApproveBatch',
        fields: { id: bodyId, content_digest: [digest, exampleDigest] },
        example: { id: exampleId, content_digest: exampleDigest },
        ...toldOfBatch,
      },
      resumeBatch: {
        summary: 'Goes on with a PAUSED batch',
        details:
          'If approvals are missing, this is one. The batch is PAUSED again if its reason still holds.',
        body: 'ResumeBatch',
        fields: { id: bodyId, content_digest: [`${digest} A must if approvals are missing.`, exampleDigest] },
        example: { id: exampleId, content_digest: exampleDigest },
        ...toldOfBatch,
      },
      retryBatch: {
        summary: 'Pays the lines that a FINISHED batch has not paid',
        details:
          'A new batch of the lines that are failed, cancelled or not_started, with approvals of its own. A line in lines replaces the one with its line_id. A batch is in one retry at a time: another one is possible if that retry has ended without a payment.',
        body: 'RetryBatch',
        fields: {
          id: bodyId,
          name: ['A name for the new batch; without one, that of this batch.', 'November payroll, again'],
          total_lines: ['The number of lines that were not paid.', 2],
          total_amount: ['Their sum in reais, with the corrections.', 3500],
          lines: ['Corrected lines, whole: the fields of a line of a new batch.', []],
        },
        example: {
          id: exampleId,
          total_lines: 2,
          total_amount: 3500,
          lines: [{ line_id: 'ana-2026-11', amount: 2000, key: 'ana.silva@example.com' }],
        },
        ...toldOfBatch,
      },
      stopBatch: {
        summary: 'Rejects or stops a batch',
        details:
          'Before the first payment it is CANCELLED. Later it is STOPPING: nothing more starts, and it is FINISHED once the cashouts in progress have ended.',
        body: 'StopBatch',
        fields: { id: bodyId, reason: ['Why you stop it. Not blank.', 'Wrong month'] },
        example: { id: exampleId, reason: 'Wrong month' },
        ...toldOfBatch,
      },
    },
  );
};
