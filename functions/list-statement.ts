// GET /v3/account-statements/{branch}/{number}: the account's entries, newest first, by cursor.

import { hasPolicy, isOwnAccount } from '../lib/access.ts';
import type { Deps } from '../lib/deps.ts';
import { refuse } from '../lib/errors.ts';
import { start } from '../lib/live.ts';
import { apiHandler } from '../lib/middleware/api.ts';
import { cutPage, pageUrl } from '../lib/page.ts';
import { presentEntry } from '../lib/present.ts';
import { accountPath, statementQuery } from '../lib/schemas.ts';
import { entryCursor } from '../lib/stores/statement.ts';

const route = { auth: 'token', path: accountPath, query: statementQuery } as const;

export const makeHandler = (deps: Deps) =>
  apiHandler(deps, route, async ({ caller, path, query, rawPath }) => {
    const {
      start,
      end,
      limit,
      cursor_id: id,
      cursor_datetime: at,
      cursor_direction: direction = 'next',
    } = query;
    const cursor = id !== undefined && at !== undefined ? { id, at } : undefined;
    const range = { start, end, limit: limit + 1, direction, ...(cursor ? { cursor } : {}) };
    const [{ account, policy }, found] = await Promise.all([
      deps.accounts.getWithPolicy(path, caller.userId),
      deps.statement.list(path, range),
    ]);
    if (!isOwnAccount(caller, account) || !hasPolicy(caller, policy)) refuse('account_not_found');

    const page = cutPage(found, limit, direction, cursor === undefined, entryCursor);
    const url = (side: 'next' | 'previous') =>
      pageUrl(deps.config.BASE_URL, rawPath, { start, end, limit }, page[side], side);
    return {
      body: {
        worked: true,
        next: url('next'),
        previous: url('previous'),
        results: page.rows.map(presentEntry),
      },
    };
  });

export const handler = start(makeHandler);
