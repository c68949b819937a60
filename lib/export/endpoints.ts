// Defines the endpoints of the statement: its pages, and a month of it as a file.

import * as z from 'zod';
import { as, endpoint } from '../access/endpoint.ts';
import { tell } from '../access/tell.ts';
import { accountPath } from '../base/field-schemas.ts';
import { instant } from '../base/meanings.ts';
import { plainObject } from '../base/plain-object.ts';
import { statement } from '../ledger/answers.ts';
import { statementQuery } from '../ledger/schemas.ts';
import * as answers from './answers.ts';
import { fileTypes } from './asked-form.ts';
import { exportPath, exportRequest, pageFileQuery } from './schemas.ts';

const ofAccount = { auth: 'token', path: accountPath, stranger: 'account_not_found' } as const;

export const listStatement = /* @__PURE__ */ endpoint(ofAccount, {
  route: 'GET /v3/account-statements/{branch}/{number}',
  lenient: true,
  query: statementQuery,
  answer: as<typeof statement>,
});

export const createExport = /* @__PURE__ */ endpoint(ofAccount, {
  route: 'POST /v3/account-statements/{branch}/{number}/exports',
  body: exportRequest,
  refusals: ['too_many_exports'],
  answer: as<typeof answers.askedExport>,
});

export const listExports = /* @__PURE__ */ endpoint(ofAccount, {
  route: 'GET /v3/account-statements/{branch}/{number}/exports',
  answer: as<typeof answers.exportList>,
});

export const getExport = /* @__PURE__ */ endpoint(ofAccount, {
  route: 'GET /v3/account-statements/{branch}/{number}/exports/{id}',
  path: exportPath,
  refusals: ['export_not_found'],
  answer: as<typeof answers.linkedExport>,
});

export const told = () =>
  tell(
    'Statement',
    { listStatement, createExport, listExports, getExport },
    {
      listStatement: {
        summary: 'Lists an account’s entries, newest first',
        details:
          'Each entry has the balance after it. For other pages, call the URLs in next and previous unchanged. New entries do not shift the pages. With Accept text/csv, application/x-ofx or application/xml (camt.053) a page is a file, oldest entry first, and the header link has the other pages.',
        // The query for files is read separately, and only if a file is requested.
        query: z.object({ ...plainObject(statementQuery).shape, ...pageFileQuery.shape }),
        texts: fileTypes,
        answer: statement,
        parameters: {
          start: [
            'Start of the range. A date, or a time without a zone, is in São Paulo time.',
            '2026-11-01',
          ],
          end: ['End of the range, not before start. A date includes the whole day.', '2026-11-30'],
          cursor_id: ['From the next or previous URL, together with cursor_datetime.', 17],
          cursor_datetime: [
            'From the next or previous URL, together with cursor_id. Alone: the page after all entries of this time, or before them.',
            instant,
          ],
          cursor_direction: ['From the next or previous URL. Alone: the first page.', 'next'],
        },
      },
      createExport: {
        summary: 'Asks for a month’s statement as a file',
        details:
          'The file is made in the background. The same month, format and locale again is the same export, while it stands. A month that is not over ends with a full minute, one or two minutes ago.',
        body: 'CreateExportRequest',
        answer: answers.askedExport,
        example: { month: '2026-11', format: 'csv', locale: 'pt-BR' },
      },
      listExports: {
        summary: 'Lists an account’s exports, newest first',
        details: 'Each is there for seven days.',
        answer: answers.exportList,
      },
      getExport: {
        summary: 'Shows how far an export is, and links to its file',
        details:
          'Ask every few seconds until the status is SUCCESS. The link needs no token, and ends after five minutes: each call gives a new one. Check the file by its sha256.',
        answer: answers.linkedExport,
        parameters: {
          id: ['Id of the export.', '0f4c1b2a9d8e7f605142332415060718'],
        },
      },
    },
  );
