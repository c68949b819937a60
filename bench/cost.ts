// The section "cost" shows the list price of a million cashouts on AWS, computed from their counted use, next to the
// usual way to build the same. It also shows the published limit that is reached first.

import { markdownTable } from '../tools/markdown-table.ts';
import { billedMs, ourBill, type Setting } from './bill.ts';
import { billTable, usd } from './bill-table.ts';
import { type Flow, runFlow } from './cashout-flow.ts';
import { type Ceiling, ceilingsOf, farAway } from './ceilings.ts';
import { durableBill, durableText } from './durable-bill.ts';
import { assumed } from './metered-world.ts';
import type { Paper } from './paper-bill.ts';
import { measureIdempotency, peerBill, peerText } from './peer-bill.ts';
import { type Forms, meterDurable } from './peers/durable-flow.ts';
import { type Line, prices, readOn, region, totalOf } from './prices.ts';
import { figure } from './results.ts';
import type { Finding, Options, Report, Section } from './section.ts';
import { openStage, type Stage } from './stage.ts';
import { type Steady, steadyBill, steadyText } from './steady-costs.ts';
import { storedBytes } from './stored-bytes.ts';

export const cost: Section = { key: 'cost', title: 'Cost on paper, and ceilings', run };

type Bills = { flow: Flow; ours: Line[]; peer: Line[]; durable: Line[] };
/** The values that the peers' bills need. */
type Others = { paper: Paper; forms: Forms };

/** The workers of a quiet service get one message per invocation. Those of a busy service get ten. */
const arrangements = [
  { batch: 1, cashouts: 8, quick: 4 },
  { batch: 10, cashouts: 40, quick: 20 },
] as const;

async function run(options: Options): Promise<Report> {
  // The grace time is that of a deployed stage, so rows stay in the indexes as long as in production.
  const stage = await openStage('cost', undefined, { RESUME_AFTER_SECONDS: '60' });
  const { service } = stage;
  const setting: Setting = { memorySize: service.provider.memorySize };
  const { flows, paper, forms } = await measure(stage, options).finally(() => stage.close());
  options.progress('schedules');
  const steady = await steadyBill();
  const bills = flows.map((flow) => ({
    flow,
    ours: ourBill(flow, setting, paper.storedBytes),
    peer: peerBill(flow, setting, paper),
    durable: durableBill(flow, setting, paper, forms),
  }));
  const ceilings = ceilingsOf(flows[0] as Flow, flows.at(-1) as Flow, service, setting);
  return {
    findings: bills.flatMap(findingsOf),
    text: textOf(bills, { paper, forms }, steady, ceilings, setting),
  };
}

async function measure(stage: Stage, { quick, progress }: Options): Promise<Others & { flows: Flow[] }> {
  progress('warming up');
  await runFlow(stage, 3, 1);
  const flows: Flow[] = [];
  for (const { batch, ...number } of arrangements) {
    const cashouts = quick ? number.quick : number.cashouts;
    progress(`${cashouts} cashouts, ${batch} to a batch`);
    flows.push(await runFlow(stage, cashouts, batch));
  }
  const made = 3 + flows.reduce((sum, { cashouts }) => sum + cashouts, 0);
  const { each, row } = await storedBytes(stage, made);
  const endpoint = stage.engines.environment.AWS_ENDPOINT_URL_DYNAMODB ?? '';
  const idempotency = await measureIdempotency(endpoint, (flows[0] as Flow).answer);
  progress('a durable function');
  const forms = await meterDurable((flows[0] as Flow).answer);
  return { flows, paper: { storedBytes: each, rowBytes: row, idempotency }, forms };
}

function findingsOf({ flow, ours, peer, durable }: Bills): Finding[] {
  const { batch, cashouts, parts } = flow;
  const sum = (of: 'reads' | 'writes') => Object.values(parts).reduce((total, part) => total + part[of], 0);
  const where = `batches of ${batch}`;
  return [
    { name: `cost: ours over the usual way, ${where}`, value: totalOf(ours) / totalOf(peer), unit: 'x' },
    {
      name: `cost: ours over the usual way without a workflow, ${where}`,
      value: totalOf(ours) / totalOf(withoutWorkflow(peer)),
      unit: 'x',
    },
    {
      name: `cost: ours over durable functions, ${where}`,
      value: totalOf(ours) / totalOf(durable),
      unit: 'x',
    },
    { name: `cost: write units of a cashout, ${where}`, value: sum('writes') / cashouts, unit: 'units' },
    { name: `cost: read units of a cashout, ${where}`, value: sum('reads') / cashouts, unit: 'units' },
  ];
}

const withoutWorkflow = (lines: readonly Line[]) => lines.filter(({ price }) => price !== 'transition');

function textOf(
  bills: readonly Bills[],
  { paper, forms }: Others,
  steady: Steady,
  ceilings: Ceiling[],
  setting: Setting,
): string {
  const [quiet, busy] = bills as [Bills, Bills];
  const billed = [...busy.ours, ...busy.peer, ...busy.durable];
  const parts = Object.entries(busy.flow.parts).map(([key, part]) => [
    key,
    ...[part.writes, part.reads, part.invocations].map((value) => figure(value / busy.flow.cashouts)),
    figure(billedMs(part, setting) / busy.flow.cashouts),
    figure(billedMs(quiet.flow.parts[key] ?? part, setting) / quiet.flow.cashouts),
  ]);
  const first = [...ceilings].sort((one, other) => one.perSecond - other.perSecond);
  const used = [...new Set([...billed, ...steady.lines].map(({ price }) => price))];
  return `
${busy.flow.cashouts} cashouts in batches of ten, and ${quiet.flow.cashouts} one by one, all of one account, go through the real handlers:
created, approved, dispatched from the stream, completed, recorded as three events, one webhook delivered. DynamoDB's units
are the engine's, index writes included, the sandbox network's left out. A write that meets another's transaction or breaks
its condition is billed by AWS and not counted by the engine: there were ${busy.flow.failed} in ${busy.flow.cashouts}, ${quiet.flow.failed} in ${quiet.flow.cashouts}. There is no Lambda here: time is what
passes when a call to DynamoDB takes ${assumed.call} ms (AWS: single digits), a transaction ${assumed.transaction}, SQS ${assumed.queue}, the PSP ${assumed.psp} and a receiver ${assumed.receiver} (all assumed),
with what the handlers compute stretched to ${setting.memorySize} MB's share of a core. Cold starts, retries and empty receives are left
out; Lambda reads streams free of charge. Prices are ${region}'s list, read ${readOn}, without free tiers.

${markdownTable(['of a cashout', 'write units', 'read units', 'invocations', 'ms, batches of 10', 'ms, one by one'], parts)}

${peerText(paper)}

${durableText(busy.flow, setting, paper, forms)}

${billTable(['ours', busy.ours], {
  'ours, one by one': quiet.ours,
  'ours, batches of 10': busy.ours,
  'usual, one by one': quiet.peer,
  'usual, batches of 10': busy.peer,
  'durable, one by one': quiet.durable,
  'durable, batches of 10': busy.durable,
})}

Of the usual way ${usd(totalOf(busy.peer) - totalOf(withoutWorkflow(busy.peer)))} is the workflow: without one (with queues, say) it would be ${usd(totalOf(withoutWorkflow(busy.peer)))} in batches of 10,
beside our ${usd(totalOf(busy.ours))}, which also number every event and keep every delivery. The service is deployed to sa-east-1 unless told
otherwise, where prices are others. Ours writes, of a cashout:
${Object.entries(busy.flow.byTable)
  .filter(([table, { writes }]) => writes > 0 && !table.endsWith(' index'))
  .map(([table, { writes }]) => `${table} ${figure(writes / busy.flow.cashouts)}`)
  .join(
    ', ',
  )} units (of the cashouts' and the deliveries', ${['cashouts index', 'deliveries index'].map((index) => figure((busy.flow.byTable[index]?.writes ?? 0) / busy.flow.cashouts)).join(' and ')} are the index's).

${steadyText(steady, totalOf(quiet.ours) / 1e6)}

What stops first. Nothing of an account's can be raised; of the rest, raise from the top:

${markdownTable(
  ['cashouts a second', 'of one', 'limit', 'to raise', 'source'],
  first.map(({ perSecond, of, limit, raise, source }) => [
    figure(Math.floor(perSecond)),
    of,
    limit,
    raise,
    source,
  ]),
)}

${farAway.map((line) => `- ${line}`).join('\n')}

${markdownTable(
  ['price', 'USD', 'per', 'read at'],
  used.map((name) => {
    const { usd: amount, per, page, ...price } = prices[name];
    return [name, String(amount), per, 'unchecked' in price ? `from memory, to be checked: ${page}` : page];
  }),
)}
`;
}
