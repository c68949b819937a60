// GET /v2/finance/chargebacks-pix-copy-and-paste/status: shows one chargeback, by one of its two identifiers (spec).

import { lambda } from '../lib/app/lambda.ts';
import { refuse } from '../lib/base/errors.ts';
import * as endpoints from '../lib/chargeback/endpoints.ts';
import { type ChargebackIdentifier, findChargeback } from '../lib/chargeback/find-chargeback.ts';
import { presentChargeback } from '../lib/chargeback/present.ts';
import { chargebackStatusQuery } from '../lib/chargeback/schemas.ts';
import { apiHandler } from '../lib/http/api.ts';
import { parseQuery } from '../lib/http/read-request.ts';
import { retryAfter } from '../lib/http/retry-after.ts';

function identifierOf(query: Record<string, string>): ChargebackIdentifier {
  if (query.id !== undefined && query.end_to_end_id !== undefined) refuse('chargeback_id_twice');
  const { id, end_to_end_id: endToEndId } = parseQuery(chargebackStatusQuery, query);
  if (id !== undefined) return { id };
  return endToEndId === undefined ? refuse('chargeback_id_missing') : { endToEndId };
}

export const { makeHandler, handler } = lambda([], (deps) =>
  apiHandler(deps, endpoints.getChargeback, async ({ caller, query }, event) => {
    const chargeback = await findChargeback(deps, caller, identifierOf(query));
    event.subject = { chargebackId: chargeback.id };
    return { body: presentChargeback(chargeback), headers: retryAfter(deps.config, chargeback) };
  }),
);
