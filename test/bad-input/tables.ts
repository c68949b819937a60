// Every table, and the rows that each of them has because of its door.

import { signatures, tokenEndpoint, tokens } from './access.cases.ts';
import { approve, approveManual, reject } from './approve.cases.ts';
import type { Door, Row, Table } from './ask.ts';
import { createAndApprove, createByKey } from './create-by-key.cases.ts';
import { createManual, createManualAndApprove } from './create-manual.cases.ts';
import { createFromCode, createOnWeb } from './create-otherwise.cases.ts';
import { deliveries, redeliver, testWebhook } from './deliveries.cases.ts';
import { chargebackStatus, listMedCases, medCase, requestChargeback } from './disputes.cases.ts';
import { doctor } from './doctor.cases.ts';
import { createExport, getExport, listExports } from './exports.cases.ts';
import {
  events,
  getBalance,
  getCashout,
  getReceipt,
  getRules,
  getTimeline,
  listAccounts,
  listCashouts,
  showReceipt,
  statement,
} from './look-ups.cases.ts';
import { network } from './network.cases.ts';
import { strayParameters, strayTables } from './paths.cases.ts';
import { preflight } from './preflight.cases.ts';
import * as refusals from './refusals.ts';
import { sandboxTables } from './sandbox.cases.ts';
import { createWebhook, deleteWebhook, listWebhooks, updateWebhook } from './webhooks.cases.ts';

const noToken: Row = ['B001', 'no token', { headers: { authorization: undefined } }, refusals.noToken];
const noHmac: Row = ['B010', 'no signature', { headers: { hmac: undefined } }, refusals.noHmac];
const wrongHmac: Row = [
  'B011',
  'a wrong signature',
  { headers: { hmac: 'f'.repeat(64) } },
  refusals.hmacInvalid,
];
const noKey: Row = ['B001', 'no key', { headers: { 'x-sandbox-key': undefined } }, refusals.noKey];

const doorRows: Record<Door, Row[]> = {
  signed: [noToken, noHmac, wrongHmac],
  token: [noToken],
  sandbox: [noKey],
  network: [],
  open: [],
};

/** Each is of another route, and its request is right as it stands. */
export const routeTables: Table[] = [
  createByKey,
  createAndApprove,
  createManual,
  createManualAndApprove,
  createFromCode,
  createOnWeb,
  approve,
  approveManual,
  reject,
  preflight,
  getCashout,
  getTimeline,
  getReceipt,
  showReceipt,
  listCashouts,
  listAccounts,
  getBalance,
  getRules,
  statement,
  createExport,
  listExports,
  getExport,
  events,
  requestChargeback,
  chargebackStatus,
  listMedCases,
  medCase,
  listWebhooks,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  testWebhook,
  deliveries,
  redeliver,
  tokenEndpoint,
  doctor,
  ...sandboxTables,
  network,
].map((table) => ({ ...table, rows: [...doorRows[table.door], ...table.rows] }));

export const tables: Table[] = [...routeTables, tokens, signatures, strayParameters, ...strayTables];
