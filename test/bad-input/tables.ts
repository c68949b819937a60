// All tables of bad input, with the additional rows that each table gets because of its authentication.

import { type Holdings, nobodysHoldings } from '../support/holdings.ts';
import { placeOf } from '../support/route-calls.ts';
import { type CallerRoute, callerRoutes, plainRoute } from '../support/routes.ts';
import { signatures, tokenEndpoint, tokens } from './access.cases.ts';
import { approve, approveManual, preflightWaiting, reject } from './approve.cases.ts';
import { type Door, doorOf, type Row, type Table } from './ask.ts';
import { createAndApprove, createByKey } from './create-by-key.cases.ts';
import { createManual, createManualAndApprove } from './create-manual.cases.ts';
import { createFromCode, createOnWeb } from './create-otherwise.cases.ts';
import { approveMany, rejectMany } from './decide-many.cases.ts';
import { deliveries, redeliver, testWebhook } from './deliveries.cases.ts';
import {
  chargebackStatus,
  defendMedCase,
  listMedCases,
  medCase,
  requestChargeback,
} from './disputes.cases.ts';
import { doctor } from './doctor.cases.ts';
import { createExport, getExport } from './exports.cases.ts';
import {
  events,
  getBalance,
  getCashout,
  getReceipt,
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
import { sandboxRulesTable } from './sandbox-rules.cases.ts';
import type { Scene } from './scene.ts';
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

/** Callers of other companies get "not found". The calls for web pages accept only web callers. */
function strangerRows({ notFound, audience, inRows }: CallerRoute): Row[] {
  if (!notFound || audience === 'web' || inRows) return [];
  const [status, message] = notFound;
  const nothing = refusals.of(status, message);
  return [
    ['B084', "another company's", { by: 'stranger' }, nothing],
    ['B084', 'an account without a policy', { by: 'outsider' }, nothing],
  ];
}

/**
 * Makes a table for a route without a hand-written table: a valid request, and a request for resources that do not
 * exist.
 */
const declared = (route: string, row: CallerRoute): Table => ({
  route,
  request: (scene) => requestOf(route, row, holdingsOf(scene)),
  rows: row.notFound
    ? [
        [
          'B083',
          'of nobody',
          ({ stack }) => requestOf(route, row, nobodysHoldings(stack)),
          refusals.of(...row.notFound),
        ],
      ]
    : [],
});

function requestOf(route: string, row: CallerRoute, its: Holdings) {
  const [call = {}] = row.calls(its);
  return { path: placeOf(route, call).path, ...(call.body ? { fields: { ...call.body } } : {}) };
}

const holdingsOf = (scene: Scene): Holdings => ({
  ...nobodysHoldings(scene.stack),
  ...{ account: scene.callers.owner.source, cashout: scene.newCashout, paidCashout: scene.ended.SUCCESS },
  ...{ webhook: scene.webhook, delivery: scene.delivery, export: scene.exported, medCase: scene.medCase },
  ...{ batch: scene.batches.batch, batchDigest: scene.batches.batchDigest },
  recoveredCashout: scene.batches.recoveredCashout,
  pausedBatch: scene.batches.pausedBatch,
  finishedBatch: scene.batches.finishedBatch,
  ...{ chargeback: scene.chargeback, qrCode: scene.qrCodes.paid },
});

const byHand: Table[] = [
  createByKey,
  createAndApprove,
  createManual,
  createManualAndApprove,
  createFromCode,
  createOnWeb,
  preflightWaiting,
  approve,
  approveManual,
  reject,
  approveMany,
  rejectMany,
  preflight,
  getCashout,
  getTimeline,
  getReceipt,
  showReceipt,
  listCashouts,
  listAccounts,
  getBalance,
  statement,
  createExport,
  getExport,
  events,
  requestChargeback,
  chargebackStatus,
  listMedCases,
  medCase,
  defendMedCase,
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
  sandboxRulesTable,
  network,
];

const plain = byHand.map(({ route }) => plainRoute(route));
const others = Object.entries(callerRoutes).filter(([route]) => !plain.includes(route));

/** Each table is about a different route and has a valid request. */
export const routeTables: Table[] = [...byHand, ...others.map(([route, row]) => declared(route, row))].map(
  (table) => {
    const row = callerRoutes[plainRoute(table.route)];
    const derived = [...doorRows[doorOf(table.route)], ...(row ? strangerRows(row) : [])];
    return { ...table, rows: [...derived, ...table.rows] };
  },
);

export const tables: Table[] = [...routeTables, tokens, signatures, strayParameters, ...strayTables];
