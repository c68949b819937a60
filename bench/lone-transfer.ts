// Measures the time of a single transfer, once alone and once in one batch with nine messages. Each of these messages
// contains ten ids of another account.

import { markdownTable } from '../tools/markdown-table.ts';
import { approved, container, latency, type Payer, payersOf } from './completing.ts';
import { quantile } from './samples.ts';
import { slowTime } from './slow-time.ts';
import type { Stage, Tenant } from './stage.ts';
import { newWeather } from './weather.ts';

/** @param times how often each of the two cases is measured */
export async function loneTransfer(stage: Stage, companies: readonly Tenant[], times: number) {
  const time = slowTime(8);
  const payers = payersOf(companies);
  const [other, own] = [payers[0] as Payer, payers.at(-1) as Payer];

  /** @returns the milliseconds until the single transfer has ended, and until all transfers have ended */
  async function run(messages: number): Promise<[number, number]> {
    const deps = container(stage, newWeather(latency, time), time);
    const many = Array.from({ length: messages }, () =>
      Array.from({ length: 10 }, () => approved(stage, other, time.now())),
    );
    const lone = approved(stage, own, time.now());
    for (const row of [...many.flat(), lone]) await stage.deps.cashouts.insert(row);
    let ended = Number.NaN;
    const from = performance.now();
    const log: typeof deps.log = {
      ...deps.log,
      info: (message, fields) => {
        if (message === 'transfer ended' && fields?.cashoutId === lone.id)
          ended = 1_000 * time.secondsSince(from);
      },
    };
    const Records = [...many, [lone]].map((rows, index) => ({
      messageId: String(index),
      body: JSON.stringify({ version: 1, ids: rows.map(({ id }) => id) }),
    }));
    await stage.invoke('completeTransfer', { Records }, { ...deps, log });
    return [ended, 1_000 * time.secondsSince(from)];
  }

  await run(9);
  const rows: string[][] = [];
  for (const [name, messages] of [
    ['by itself', 0],
    ['beside nine messages of ten', 9],
  ] as const) {
    const measured: [number, number][] = [];
    for (let count = 0; count < times; count++) measured.push(await run(messages));
    const [lone, all] = [0, 1].map((index) => measured.map((one) => one[index] as number));
    const shown = [quantile(lone ?? [], 0.5), Math.max(...(lone ?? [])), quantile(all ?? [], 0.5)];
    rows.push([name, ...shown.map((ms) => ms.toFixed(0))]);
  }
  return markdownTable(['a lone transfer', 'median ms', 'slowest ms', 'the whole batch, median ms'], rows);
}
