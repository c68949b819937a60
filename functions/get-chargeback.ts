// GET /v2/finance/chargebacks-pix-copy-and-paste/status: one chargeback, by one of its two identifiers (spec).

import * as z from 'zod';
import { makeCore } from '../lib/core.ts';
import type { Core } from '../lib/deps.ts';
import { chargebackStatusQuery } from '../lib/dispute-schemas.ts';
import { refuse } from '../lib/errors.ts';
import { apiHandler } from '../lib/middleware/api.ts';
import { parseQuery } from '../lib/middleware/read-request.ts';
import { type ChargebackIdentifier, findChargeback } from '../lib/operations/find-chargeback.ts';
import { presentChargeback } from '../lib/present.ts';
import { retryAfter } from '../lib/retry-after.ts';
import { start } from '../lib/start.ts';

const route = { auth: 'token', query: z.record(z.string(), z.string()) } as const;

function identifierOf(query: Record<string, string>): ChargebackIdentifier {
  if (query.id !== undefined && query.end_to_end_id !== undefined) refuse('chargeback_id_twice');
  const { id, end_to_end_id: endToEndId } = parseQuery(chargebackStatusQuery, query);
  if (id !== undefined) return { id };
  return endToEndId === undefined ? refuse('chargeback_id_missing') : { endToEndId };
}

export const makeHandler = (deps: Core) =>
  apiHandler(deps, route, async ({ caller, query }, event) => {
    const chargeback = await findChargeback(deps, caller, identifierOf(query));
    event.subject = { chargebackId: chargeback.id };
    return { body: presentChargeback(chargeback), headers: retryAfter(deps.config, chargeback) };
  });

export const handler = start(makeHandler, makeCore);
