// GET /v3/meds/: lists MED cases, newest report first, by cursor (spec).

import { lambda } from '../lib/app/lambda.ts';
import { queryUrl } from '../lib/base/page.ts';
import { apiHandler } from '../lib/http/api.ts';
import * as endpoints from '../lib/med-case/endpoints.ts';
import { listMedCases, medQueryOf } from '../lib/med-case/list-med-cases.ts';
import { medClock, presentMedCase } from '../lib/med-case/present.ts';

export const { makeHandler, handler } = lambda([], (deps) =>
  apiHandler(deps, endpoints.listMedCases, async ({ caller, query, rawPath }) => {
    const page = await listMedCases(deps, caller, medQueryOf(query));
    const url = (side: 'next' | 'previous') => {
      const cursor = page[side];
      if (!cursor) return null;
      const place = { id: cursor.id, dt: cursor.at, direction: side };
      return queryUrl(deps.config.BASE_URL, rawPath, { ...query, ...place });
    };
    const clock = medClock(deps);
    const results = page.rows.map((medCase) => presentMedCase(medCase, clock));
    return { body: { worked: true, next: url('next'), previous: url('previous'), results } };
  }),
);
