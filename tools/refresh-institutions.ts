// npm run docs -- --institutions latest|FILE|URL: reads the Central Bank's list of Pix participants, and writes
// lib/network/institutions.json with the names of institutions.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { saoPauloDay } from '../lib/base/time.ts';
import { root } from '../local/service.ts';
import { CannotRefresh, type Institutions, readParticipants, refreshed } from './participants-list.ts';

const file = join(root, 'lib/network/institutions.json');
/** Returns the address of the list of a day. A list is published on working days and is available for a few days. */
const published = (day: string) =>
  `https://www.bcb.gov.br/content/estabilidadefinanceira/participantes_pix/lista-participantes-instituicoes-em-adesao-pix-${day.replaceAll('-', '')}.csv`;
const daysBack = 7;
const dayMs = 86_400_000;

type Options = { from: string; day: string | undefined; isSure: boolean; now: Date };

/** @param day the day of the list (YYYY-MM-DD), if its address does not end in it */
export async function refreshInstitutions({ from, day, isSure, now }: Options): Promise<void> {
  const got = from === 'latest' ? await fetchLatest(now) : { bytes: await readFrom(from), name: from };
  const listedOn = day ?? dayIn(got.name);
  if (!listedOn || listedOn > saoPauloDay(now.toISOString()))
    throw new CannotRefresh('The day of the list is unknown. Give it: --day YYYY-MM-DD');
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Institutions) : undefined;
  const next = refreshed(known, readParticipants(got.bytes), { day: listedOn, isSure });
  writeFileSync(file, `${JSON.stringify(next, null, 2)}\n`);
  console.log(`${next.participants.length} participants on ${next.day}, ${next.former.length} former ones`);
}

async function fetchLatest(now: Date): Promise<{ bytes: Uint8Array; name: string }> {
  const faults: string[] = [];
  for (let back = 0; back <= daysBack; back++) {
    const name = published(saoPauloDay(new Date(now.getTime() - back * dayMs).toISOString()));
    try {
      return { bytes: await readFrom(name), name };
    } catch (error) {
      faults.push(`${dayIn(name)}: ${error instanceof Error ? error.message : 'no answer'}`);
    }
  }
  throw new CannotRefresh(`The Central Bank gave no list. ${faults.join(', ')}`);
}

async function readFrom(place: string): Promise<Uint8Array> {
  if (!/^https:/.test(place)) return readFileSync(place);
  const answer = await fetch(place, { signal: AbortSignal.timeout(30_000) });
  if (!answer.ok) throw new CannotRefresh(`the address answered with status ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

function dayIn(name: string): string | undefined {
  const [, year, month, day] = /(20\d\d)(\d\d)(\d\d)\.csv$/.exec(name) ?? [];
  return year && `${year}-${month}-${day}`;
}
