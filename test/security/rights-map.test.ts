import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../local/service.ts';
import { markdownTable } from '../../tools/markdown-table.ts';
import { type Caller, sendInProcess } from '../support/api.ts';
import { counting } from '../support/faults.ts';
import { nobodysHoldings } from '../support/holdings.ts';
import { ask } from '../support/route-calls.ts';
import { type CallerRoute, callerRoutes, consolePages, openRoutes, signInPages } from '../support/routes.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
const strangers = new Map<string, Caller>();
beforeAll(async () => {
  for (const audience of ['api', 'web']) strangers.set(audience, await used.newCaller({ audience }));
});

/** Returns the refusal of a foreign caller and its cost, for each way to call a route. */
async function refuse(routeKey: string, row: CallerRoute): Promise<{ told: string; cost: string }> {
  const by = strangers.get(row.audience ?? 'api') as Caller;
  const { client, sent } = counting();
  const send = sendInProcess(used.stack, used.stack.with({ client }));
  // The caller is already cached, so only the reads of the call itself count.
  await ask(send, 'GET /v3/cashouts/{id}', by, { params: { id: 'x' } });
  const answers: { told: string; cost: string }[] = [];
  for (const call of row.calls(nobodysHoldings(used.stack))) {
    sent.length = 0;
    const { status, body } = await ask(send, routeKey, by, call);
    const refusal = row.inRows ? `${body.message}, in its row` : `${status} ${body.message}`;
    const told = row.notFound ? refusal : whatThereIs(row);
    answers.push({ told, cost: costOf(sent) });
  }
  const distinct = (name: 'told' | 'cost') => [...new Set(answers.map((one) => one[name]))].join(', or ');
  return { told: distinct('told'), cost: distinct('cost') };
}

const whatThereIs = ({ ownerless }: CallerRoute) =>
  ownerless ? 'nothing is anybody’s' : '200, an empty list';

function costOf(calls: readonly string[]): string {
  const kinds = calls.map((call) => call.replace(/Command$/, ''));
  const counted = [...new Set(kinds)].sort().map((name) => {
    const count = kinds.filter((one) => one === name).length;
    return count > 1 ? `${count} ${name}` : name;
  });
  return counted.join(', ') || 'nothing';
}

/** Endpoints with the same cells share a row. */
function grouped(rows: readonly { endpoint: string; cells: string[] }[]): string[][] {
  const groups = Map.groupBy(rows, ({ cells }) => cells.join(' | '));
  return [...groups.values()].map((group) => [
    group.map(({ endpoint }) => `\`${endpoint}\``).join(', '),
    ...(group[0]?.cells ?? []),
  ]);
}

describe('the map of rights', () => {
  test('the map of rights lists for each endpoint its callers, the refusal of other callers, and the cost of the refusal', async () => {
    const rows: { endpoint: string; cells: string[] }[] = [];
    for (const [routeKey, row] of Object.entries(callerRoutes)) {
      const { told, cost } = await refuse(routeKey, row);
      const needs = (row.needs ?? []).join(', ') || (row.ownerless ? '' : 'a policy');
      rows.push({ endpoint: routeKey, cells: [row.audience ?? 'both', needs, told, cost] });
    }
    const rights = markdownTable(
      ['endpoints', 'audience', 'permission', 'a stranger is told', 'which costs'],
      grouped(rows),
    );
    const open = markdownTable(
      ['endpoints', 'opened by'],
      grouped([
        ...Object.entries(openRoutes)
          .filter(([endpoint]) => ![...consolePages, ...signInPages].includes(endpoint))
          .map(([endpoint, by]) => ({ endpoint, cells: [by] })),
        { endpoint: '/console…', cells: ['a session, but for the sign-in'] },
      ]),
    );
    const path = join(root, 'docs/security.md');

    const written = Object.entries({ rights, open }).reduce(
      (text, [name, table]) =>
        text.replace(
          new RegExp(`(<!-- recorded: ${name} -->\n)[\\s\\S]*?(<!-- end -->)`),
          (_, begin, end) => `${begin}\n${table}\n\n${end}`,
        ),
      readFileSync(path, 'utf8'),
    );

    await expect(written).toMatchFileSnapshot(path);
  });
});
