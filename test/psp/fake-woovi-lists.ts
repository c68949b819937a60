// The lists of the fake Woovi: returns of payments, and accounts.

import type { PspReply } from './fake-psp.ts';

export type WooviReturn = { endToEndId: string; value: number; time: string; type: string; status: string };

const pageOf = (query: URLSearchParams, count: number) => {
  const [skip, limit] = [Number(query.get('skip') ?? 0), Number(query.get('limit') ?? 10)];
  return { skip, limit, hasPreviousPage: skip > 0, hasNextPage: count > skip + limit };
};

/** Lists the returns that a test has set, in pages. */
export function listReturns(returns: readonly WooviReturn[], query: URLSearchParams): PspReply {
  const inRange = returns.filter(
    ({ time }) => time >= (query.get('start') ?? '') && time <= (query.get('end') ?? '9'),
  );
  const pageInfo = pageOf(query, inRange.length);
  const transactions = inRange.slice(pageInfo.skip, pageInfo.skip + pageInfo.limit);
  return { status: 200, body: { pageInfo, transactions } };
}

export function tellReturn(returns: readonly WooviReturn[], id: string): PspReply {
  const transaction = returns.find(({ endToEndId }) => endToEndId === id);
  return transaction
    ? { status: 200, body: { transaction } }
    : { status: 400, body: { error: 'Transação não encontrada' } };
}

/** Lists two accounts, of which the second pays, in pages. */
export function listAccounts(purseCents: number, accountId: string, query: URLSearchParams): PspReply {
  const of = (available: number) => ({ total: available + 100, blocked: 100, available });
  const all = [
    { accountId: '6286b467a7910113577e00ce', isDefault: false, balance: of(30) },
    { accountId, isDefault: true, balance: of(purseCents - 100) },
  ];
  const pageInfo = pageOf(query, all.length);
  return {
    status: 200,
    body: { pageInfo, accounts: all.slice(pageInfo.skip, pageInfo.skip + pageInfo.limit) },
  };
}
