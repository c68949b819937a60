// Defines the endpoint that lists cashouts.

import { as, type Endpoint } from '../access/endpoint.ts';
import { tell } from '../access/tell.ts';
import { instant } from '../base/meanings.ts';
import { foundCashouts } from '../cashout/answers.ts';
import { listCashoutsQuery } from './schemas.ts';

export const listCashouts = {
  route: 'GET /v3/cashouts',
  auth: 'token',
  query: listCashoutsQuery,
  stranger: 'account_not_found',
  refusals: ['transaction_not_found'],
  answer: as<typeof foundCashouts>,
} as const satisfies Endpoint;

export const told = () =>
  tell(
    'Cashouts',
    { listCashouts },
    {
      listCashouts: {
        summary:
          'Lists cashouts, or finds one by your idempotency key, its end-to-end id, its code_transaction or the code of its receipt',
        details: `Newest first, of one account or of all accounts that you may see (up to fifty), and only those that fit every parameter. For
other pages, call the URLs in next and previous unchanged: where few cashouts fit, a page may be short or even empty
and still have a next one. A cashout appears here a moment after its creation.

With idempotency_key and an account, the answer is that one cashout: for a client that crashed before it read the answer
of its create call. A key is unique per account. With code_transaction, end_to_end_id or receipt_code, and no
other parameter, it is the cashout that has this code or id.`,
        answer: foundCashouts,
        parameters: {
          source_account_branch_identifier: [
            'Branch of the account, four digits. Required with the other parameter of the account, and with idempotency_key.',
            '0001',
          ],
          source_account_number: [
            'Number of the account, check digit included, digits only. Required with the other parameter of the account, and with idempotency_key.',
            '123456784',
          ],
          code_transaction: [
            'Code of a settled transfer, as answers have it. Only alone.',
            'PX-015A-GDBR-9J3P',
          ],
          end_to_end_id: [
            'End-to-end id of the payment, as statements, receipts and the payee’s bank have it. Only alone.',
            'E99999010202611211504002VOM7EKSH',
          ],
          receipt_code: [
            'Code of a receipt: the last part of its address. Only alone.',
            'AAdj9LRSGw9bC1n2o3p4q5r6s7t8u9v',
          ],
          awaiting: [
            'approval: NEW cashouts of accounts on which you have the permission APPROVE. start: those that are approved and scheduled.',
            'approval',
          ],
          order: [
            'Of those that you may approve: oldest or largest first, with their count and sum. It counts as five requests. Only with awaiting=approval.',
            'largest',
          ],
          status: ['Only cashouts with this status. With awaiting it can only be NEW.', 'NEW'],
          from: [
            'Created at this time or later. A date, or a time without a zone, is in São Paulo time.',
            '2026-11-01',
          ],
          to: [
            'Created at this time or earlier; not before from. A date includes the whole day.',
            '2026-11-30',
          ],
          min_amount: ['This amount in reais, or more.', '100.00'],
          max_amount: ['This amount in reais, or less; not less than min_amount.', '500.00'],
          key: ['PIX key that the request had.', 'fulano@example.com'],
          recipient_legal_id: [
            'CPF or CNPJ of the recipient that the request had, in its bank details or as the PIX key.',
            '12345678909',
          ],
          recipient_name: [
            'A part of the name of the recipient, as the list shows it: from the request, or from the PIX directory once it is paid. Case and accents make no difference.',
            'fulana',
          ],
          tag: ['The whole tag of the request.', 'invoice 42'],
          cursor_id: [
            'From the next or previous URL. Required with the other cursor parameters.',
            8_125_094_371_265,
          ],
          cursor_datetime: [
            'From the next or previous URL. Required with the other cursor parameters.',
            instant,
          ],
          cursor_direction: [
            'From the next or previous URL. next by default. With order it can only be next.',
            'next',
          ],
        },
      },
    },
  );
