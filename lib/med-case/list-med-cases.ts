// Lists MED cases of the company's accounts on which the caller has a policy, newest report first. The accounts' lists
// are read in parallel and merged, so a page costs one page for each account.

import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { listOwned } from '../account/list-owned.ts';
import { isSameAccount } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import {
  type AskedCursor,
  type Direction,
  type MedCursor,
  type Page,
  readPage,
  withCursor,
} from '../base/page.ts';
import { parseInstant } from '../base/time.ts';
import type { Base } from '../platform/deps.ts';
import type { WithMedCases } from './deps.ts';
import { compareMedCases, type MedCase, type MedFilter } from './med-case.ts';
import type { MedRange } from './med-case-store.ts';

export type MedQuery = {
  filter: MedFilter;
  start: string;
  end: string;
  limit: number;
  cursor?: AskedCursor<string>;
  direction: Direction;
};

export async function listMedCases(
  deps: Base & WithAccounts & WithMedCases,
  caller: Identity,
  { filter, cursor: asked, ...range }: MedQuery,
): Promise<Page<MedCase, MedCursor>> {
  const [owned, named] = await Promise.all([
    listOwned(deps, caller),
    asked && asked.at === undefined ? deps.medCases.get(asked.id) : undefined,
  ]);
  const accounts = owned.map(({ account }) => account);
  const isNamed = named && accounts.some((account) => isSameAccount(account, named.account));
  const at = asked?.at ?? (isNamed ? named.report.createdAt : undefined);
  if (asked && at === undefined)
    refuse('validation_error', [{ field: 'id', message: 'is not the id of a case' }]);
  const cursor = asked && at !== undefined ? { id: asked.id, at } : undefined;
  const { start, end } = range;
  return readPage({ ...range, cursor }, readAll, cursorOf);

  async function readAll(wanted: Pick<MedRange, 'limit' | 'direction' | 'cursor'>): Promise<MedCase[]> {
    const read = { start, end, ...wanted, withOwn: true };
    const found = await Promise.all(accounts.map((account) => deps.medCases.list(account, filter, read)));
    const merged = found.flat().sort(compareMedCases);
    if (wanted.direction === 'previous') merged.reverse();
    return merged.slice(0, wanted.limit);
  }
}

const cursorOf = ({ id, report }: MedCase): MedCursor => ({ id, at: report.createdAt });

/** Ids that sort before and after all ids of cases; '~' sorts after all characters of an id. */
const beside = { next: '', previous: '~' };

type ContractQuery = {
  filter_start_date?: string | undefined;
  filter_end_date?: string | undefined;
  status?: string | undefined;
  reason?: string | undefined;
  infraction_report_status?: string | undefined;
  limit: number;
  id?: string | undefined;
  dt?: string | undefined;
  direction?: Direction | undefined;
};

/** Converts the contract's parameters to a query. The start and the end are days in São Paulo, both inclusive. */
export function medQueryOf(query: ContractQuery): MedQuery {
  const { status, reason, infraction_report_status: reportStatus, limit, id, dt } = query;
  const range = {
    filter: { status, reason, reportStatus },
    start: parseInstant(query.filter_start_date ?? '', 'first') ?? '0000',
    end: parseInstant(query.filter_end_date ?? '', 'last') ?? '9999-12-31T23:59:59.999Z',
    limit,
  };
  return withCursor(range, { id, at: dt }, query.direction, beside);
}
