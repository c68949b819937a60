// GET /v3/account-statements/{branch}/{number}: lists the account's entries, newest first, by cursor. A page is JSON,
// or a file if the header Accept requests a file (an extension: docs/decisions/product/exports.md).

import { lambda } from '../lib/app/lambda.ts';
import { withParties } from '../lib/app/stores.ts';
import { pageUrl } from '../lib/base/page.ts';
import { askedForm } from '../lib/export/asked-form.ts';
import * as endpoints from '../lib/export/endpoints.ts';
import { pageFileQuery } from '../lib/export/schemas.ts';
import { showPage } from '../lib/export/show-page.ts';
import { apiHandler } from '../lib/http/api.ts';
import { parseQuery } from '../lib/http/read-request.ts';
import { listStatement } from '../lib/ledger/list-statement.ts';
import { presentEntry } from '../lib/ledger/present-entry.ts';

export const { makeHandler, handler } = lambda([withParties], (deps) =>
  apiHandler(deps, endpoints.listStatement, async ({ caller, path, query, rawPath }, event) => {
    const { start, end, limit } = query;
    const form = askedForm(event.headers.accept);
    const given = Object.fromEntries(new URLSearchParams(event.rawQueryString));
    const asked = form && { form, ...parseQuery(pageFileQuery, given) };
    const found = await listStatement(deps, caller, path, query);
    const page = { ...found, rows: await deps.parties.name(found.rows) };
    const locale = asked && given.locale ? { locale: asked.locale } : {};
    const url = (side: 'next' | 'previous') =>
      pageUrl(deps.config.BASE_URL, rawPath, { start, end, limit, ...locale }, page[side], side);
    const sides = { next: url('next'), previous: url('previous') };
    if (asked) return showPage(deps, path, query, page, asked, sides);
    return { body: { worked: true, ...sides, results: page.rows.map(presentEntry) } };
  }),
);
