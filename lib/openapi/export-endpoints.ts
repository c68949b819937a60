// The endpoints of exports: a month's statement as a file.

import { accountPath } from '../base/field-schemas.ts';
import { exportPath, exportRequest } from '../export/schemas.ts';
import type { Endpoint } from './endpoint.ts';
import { askedExport, exportList, linkedExport } from './export-answers.ts';

export const exportEndpoints: readonly Endpoint[] = [
  {
    route: 'POST /v3/account-statements/{branch}/{number}/exports',
    name: 'createExport',
    tag: 'Statement',
    summary: 'Asks for a month’s statement as a file',
    details:
      'The file is made in the background. The same month, format and locale again is the same export, while it stands. A month that is not over ends with a full minute, one or two minutes ago.',
    auth: 'token',
    path: accountPath,
    body: exportRequest.meta({ id: 'CreateExportRequest' }),
    answer: askedExport,
    refusals: ['account_not_found', 'too_many_exports'],
    example: { month: '2026-11', format: 'csv', locale: 'pt-BR' },
  },
  {
    route: 'GET /v3/account-statements/{branch}/{number}/exports',
    name: 'listExports',
    tag: 'Statement',
    summary: 'Lists an account’s exports, newest first',
    details: 'Each is there for seven days.',
    auth: 'token',
    path: accountPath,
    answer: exportList,
    refusals: ['account_not_found'],
  },
  {
    route: 'GET /v3/account-statements/{branch}/{number}/exports/{id}',
    name: 'getExport',
    tag: 'Statement',
    summary: 'Shows how far an export is, and links to its file',
    details:
      'Ask every few seconds until the status is SUCCESS. The link needs no token, and ends after five minutes: each call gives a new one. Check the file by its sha256.',
    auth: 'token',
    path: exportPath,
    answer: linkedExport,
    refusals: ['account_not_found', 'export_not_found'],
  },
];
