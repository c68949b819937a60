import { beforeAll, describe, expect, test } from 'vitest';
import { besides } from '../../infra/routes.ts';
import { sandboxCalls } from '../../lib/sandbox/sandbox-calls.ts';
import { type Caller, sandbox } from '../support/api.ts';
import {
  type Holdings,
  namesIn,
  nobodysHoldings,
  openColleague,
  openHoldings,
  putPolicy,
} from '../support/holdings.ts';
import {
  allRoutes,
  ask,
  placeOf,
  routesWithoutRow,
  rowsWithoutRoute,
  strayRoutes,
} from '../support/route-calls.ts';
import { callerRoutes, consolePages, openRoutes, signInPages } from '../support/routes.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack({ settings: { BATCHES_PER_DAY: '500' } });

let owner: Caller;
/** The resources for all routes. Admitted callers request only their own resources, so these stay unchanged. */
let its: Holdings;
beforeAll(async () => {
  owner = await used.newCaller();
  its = await openHoldings(used.stack, owner);
});

type Rights = Parameters<typeof openColleague>[2];
const colleagues = new Map<string, Promise<Caller>>();
/** Opens another client and user of the owner's company. All routes share the clients with the same rights. */
function colleagueWith(rights: Rights): Promise<Caller> {
  const name = JSON.stringify(rights);
  const known = colleagues.get(name) ?? openColleague(used.stack, owner.tenant, rights);
  colleagues.set(name, known);
  return known;
}

const refusal = (message: string) => ({ worked: false, detail: message, message, data: null });
const unauthorized = (detail: string) => ({ status: 401, body: { ...refusal('Unauthorized'), detail } });
const noToken = unauthorized('The header authorization has no bearer token');
const wrongToken = unauthorized('The token is not valid');
const noHmac = unauthorized('The header hmac is missing');
const notPermitted = (missing: readonly string[]) =>
  unauthorized(`The policy on the account does not permit ${missing.join(', ')}`);

test('the access matrix has one row for every route, and no others', () => {
  expect(allRoutes.length).toBeGreaterThan(50);
  expect({ routesWithoutRow, rowsWithoutRoute, strayRoutes }).toEqual({
    routesWithoutRow: [],
    rowsWithoutRoute: [],
    strayRoutes: [],
  });
  const open = Object.keys(openRoutes).filter((routeKey) => openRoutes[routeKey] === 'sandbox key');
  expect([...sandboxCalls.keys()].sort()).toEqual(open.sort());
});

// The request has no credentials, so that each route refuses it or shows public data. The console's paths are left out.
const withoutConsole = allRoutes.filter((route) => ![...consolePages, ...signInPages].includes(route));
const mayEndInSlash = (routeKey: string) =>
  [routeKey, ...besides(routeKey, routeKey in openRoutes)].some((one) => one.endsWith('{proxy+}'));
const notThere = { status: 404, body: refusal('Not found') };
const notWithSlash = {
  status: 404,
  body: { ...notThere.body, detail: 'Not found (the path ends in a slash)' },
};
/** Returns the answers of a route without more, with a slash and with further text at the end of its path. */
async function askWithEnds(routeKey: string) {
  const place = placeOf(routeKey, { params: { file: 'page.js' } });
  const ask = async (more: string) => {
    const { status, body } = await used.send({ ...place, path: place.path.replace(/\/$/, '') + more });
    return { status, body };
  };
  return { usual: await ask(''), slashed: await ask('/'), further: await ask('/x/x/x/x') };
}

test.each(withoutConsole.filter(mayEndInSlash))(
  '%s accepts a slash at the end of its path, but no further text',
  async (routeKey) => {
    const { usual, slashed, further } = await askWithEnds(routeKey);

    expect(usual).not.toEqual(notThere);
    expect({ slashed, further }).toEqual({ slashed: usual, further: notThere });
  },
);

test.each(withoutConsole.filter((routeKey) => !mayEndInSlash(routeKey)))(
  '%s accepts neither a slash at the end of its path nor further text',
  async (routeKey) => {
    const { usual, slashed, further } = await askWithEnds(routeKey);

    expect(usual).not.toEqual(notThere);
    expect({ slashed, further }).toEqual({ slashed: notWithSlash, further: notThere });
  },
);

describe.each(Object.entries(callerRoutes))('the route %s', (routeKey, row) => {
  const audience = row.audience ?? 'api';
  /** The first request to this route, for resources that no call has changed. */
  const freshCall = async () => {
    const isRead = routeKey.startsWith('GET ');
    const fresh = isRead ? its : await openHoldings(used.stack, owner, namesIn(used.stack, row.calls));
    return row.calls(fresh)[0] ?? {};
  };

  test('the route requires a token, and also a signature if the access matrix says so', async () => {
    const by = await colleagueWith({ audience });
    const [call = {}] = row.calls(its);
    const withHeaders = (headers: Record<string, string | undefined>) =>
      ask(used.send, routeKey, by, call, headers);

    for (const none of [undefined, '', 'Bearer', `Basic ${by.token}`]) {
      expect(await withHeaders({ authorization: none })).toMatchObject(noToken);
    }
    expect(await withHeaders({ authorization: `Bearer ${by.token}x` })).toMatchObject(wrongToken);
    if (row.auth === 'token') return;
    expect(await withHeaders({ hmac: undefined })).toMatchObject(noHmac);
    const invalid = { status: 400, body: refusal('HMAC invalid') };
    expect(await withHeaders({ hmac: '0'.repeat(64) })).toMatchObject(invalid);
  });

  // REFUND and WEBHOOK come with every policy, whatever it permits, unless they are taken away.
  test.each<[string[], string[]]>([
    [[], []],
    [['CREATE'], []],
    [['APPROVE'], []],
    [['CREATE', 'APPROVE'], []],
    [['CREATE', 'APPROVE'], ['REFUND']],
    [['CREATE', 'APPROVE'], ['WEBHOOK']],
    [
      ['CREATE', 'APPROVE'],
      ['REFUND', 'WEBHOOK'],
    ],
  ])(
    'the route accepts a policy with %j and without %j if and only if the remaining permissions are sufficient',
    async (permissions, without) => {
      const rights = { audience, permissions, ...(without.length > 0 ? { without } : {}) };
      const by = await colleagueWith(rights);
      const has = (needed: string) => permissions.includes(needed) || implied.includes(needed);
      const implied = ['REFUND', 'WEBHOOK'].filter((one) => !without.includes(one));
      const missing = (row.needs ?? []).filter((needed) => !has(needed));
      const isEnough = missing.length === 0;

      const call = isEnough ? await freshCall() : (row.calls(its)[0] ?? {});
      const answer = await ask(used.send, routeKey, by, call);

      expect(answer).toMatchObject(isEnough ? { status: 200 } : notPermitted(missing));
    },
  );

  test('the route accepts both audiences, unless the access matrix names a single audience', async () => {
    const other = audience === 'api' ? 'web' : 'api';
    const by = await colleagueWith({ audience: other });

    const answer = await ask(used.send, routeKey, by, await freshCall());

    const refused = unauthorized(`The token has the audience ${other}, but this call needs ${audience}`);
    expect(answer).toMatchObject(row.audience ? refused : { status: 200 });
  });

  const isImplied = row.needs?.some((needed) => needed === 'REFUND' || needed === 'WEBHOOK');
  test.runIf(isImplied)(
    'the refusal for a missing right comes after that for a missing resource and before that for a closed account',
    async () => {
      const former = await used.newCaller();
      const without = ['REFUND', 'WEBHOOK'];
      const by = await openColleague(used.stack, former.tenant, { without });
      const calls = row.calls(await openHoldings(used.stack, former, namesIn(used.stack, row.calls)));
      await sandbox(used.send, '/sandbox/accounts/close', former.source);

      for (const call of calls)
        expect(await ask(used.send, routeKey, by, call)).toMatchObject(notPermitted(row.needs ?? []));
      for (const call of row.calls(nobodysHoldings(used.stack))) {
        const { status, body } = await ask(used.send, routeKey, by, call);
        expect([status, body.message]).toEqual(row.notFound);
      }
    },
  );

  if (row.ownerless) return;

  test('a client without an active policy gets nothing from the route', async () => {
    const without = await colleagueWith({ audience, accounts: [] });
    const inactive = await openColleague(used.stack, owner.tenant, { audience, accounts: [] });
    await putPolicy(used.stack, inactive.tenant, owner.source, false);

    for (const by of [without, inactive]) {
      for (const call of row.calls(its)) {
        const { status, body } = await ask(used.send, routeKey, by, call);
        if (row.notFound) expect([status, body.message]).toEqual(row.notFound);
        else expect([status, body.results]).toEqual([200, []]);
      }
    }
  });
});

test.each(Object.keys(openRoutes).filter((routeKey) => openRoutes[routeKey] !== 'nothing'))(
  '%s is refused without credentials and with a client’s token',
  async (routeKey) => {
    const owner = await used.newCaller();
    for (const headers of [{}, { authorization: `Bearer ${owner.token}`, hmac: '0'.repeat(64) }]) {
      const body = routeKey === 'POST /oauth2/token' ? 'grant_type=client_credentials' : '{}';
      expect(await used.send({ ...placeOf(routeKey), headers, body })).toMatchObject({ status: 401 });
    }
  },
);
