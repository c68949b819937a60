// GET /v3/batches/{id}/lines: lists a page of a batch's lines, failed lines first. Or gives all lines as CSV, if the
// header Accept requests CSV.

import { lambda } from '../lib/app/lambda.ts';
import { withBatches } from '../lib/app/stores.ts';
import { queryUrl } from '../lib/base/page.ts';
import * as endpoints from '../lib/batch/endpoints.ts';
import { presentLine } from '../lib/batch/present-batch.ts';
import { resultsFile } from '../lib/batch/results-file.ts';
import { listLines, readAllLines } from '../lib/batch/show-lines.ts';
import { askedForm } from '../lib/export/asked-form.ts';
import { apiHandler } from '../lib/http/api.ts';

export const { makeHandler, handler } = lambda([withBatches], (deps) =>
  apiHandler(deps, endpoints.listBatchLines, async ({ caller, path, query, rawPath }, event) => {
    if (askedForm(event.headers.accept) === 'csv') {
      const { batch, lines } = await readAllLines(deps, caller, path.id);
      return {
        text: resultsFile(batch, lines),
        headers: { 'content-type': 'text/csv; charset=utf-8; header=present' },
      };
    }
    const { lines, next } = await listLines(deps, caller, path.id, query);
    const { status, limit } = query;
    const after = next && `${next.state}-${next.record}`;
    const url = after && queryUrl(deps.config.BASE_URL, rawPath, { status, limit, after });
    return { body: { worked: true, next: url, results: lines.map(presentLine) } };
  }),
);
