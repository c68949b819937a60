// npm run test:other -- document: checks whether the OpenAPI document matches the service, and whether common OpenAPI
// tools can use the document (docs/testing.md). It needs package registries and is not part of npm test.

import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { markdownTable } from '../../tools/markdown-table.ts';
import { carryThrough, clients, pinned } from './clients.ts';
import { openFarServer } from './far-server.ts';
import { fuzz, pythonPrograms } from './fuzz.ts';
import { lintWithRedocly, lintWithSpectral, type Verdict } from './lint.ts';
import { kept, versionOf } from './programs.ts';
import { readWithPython } from './readers.ts';
import { openStage, type Stage } from './stage.ts';

const help = `npm run test:other -- document [options]   Tests the OpenAPI document, and the clients that are generated from it.

  --examples N   cases that schemathesis makes up for each operation (default: 50)
  --seed N       what it makes them up from (default: 1)
  --only NAME    one of: redocly, spectral, yaml, clients, schemathesis (drawn by chance, so only when it is named)
  --help         this text

  Exit code 1: something is not as it should be. What is not on this machine is skipped, and said.
`;

const { values: flags } = parseArgs({
  options: {
    examples: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const say = (line: string) => void process.stdout.write(`${line}\n`);
const rows: string[][] = [];
let faults = 0;

/** Runs one check, and adds its row to the summary. */
async function judge(what: string, look: () => Promise<{ result: string; faults: string[] }>): Promise<void> {
  const began = performance.now();
  say(`${what} ...`);
  const { result, faults: found } = await look().catch((error: Error) => ({
    result: 'failed',
    faults: [error.message],
  }));
  for (const fault of found) say(`  ${fault}`);
  faults += found.length;
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  rows.push([what, found.length > 0 ? `NOT OK: ${found.length}` : 'ok', result, `${seconds} s`]);
}

const told = ({ found, excepted, faults: unargued }: Verdict) => ({
  result: `${found} found, ${excepted} excepted with a reason`,
  faults: unargued,
});

async function judgeClients(stage: Stage): Promise<void> {
  const far = await openFarServer(stage.demo.hmac_secret);
  for (const { language, generator, missing, notCompiled, build } of clients()) {
    const what = `${language}: ${generator}`;
    if (missing) rows.push([what, 'skipped', `${missing} is not here`, '']);
    else
      await judge(what, async () => {
        const call = await build(stage.documentFile);
        if (notCompiled) return { result: `generated; not compiled: ${notCompiled}`, faults: [] };
        const lost = await carryThrough(call, stage, far.url);
        return { result: 'generated, compiled, amount and id through', faults: lost };
      });
  }
  far.close();
}

/** Runs one check that needs Python, or adds it as skipped to the summary. */
async function judgeByPython(what: string, look: Parameters<typeof judge>[1]): Promise<void> {
  if (versionOf('python3', '--version')) await judge(what, look);
  else rows.push([what, 'skipped', 'Python 3.11 is not here', '']);
}

async function judgeByFuzzing(stage: Stage): Promise<void> {
  await judgeByPython(`schemathesis ${pinned('schemathesis')}`, async () => {
    await pythonPrograms();
    const {
      isClean,
      cases,
      faults: found,
      report,
    } = await fuzz(stage, {
      examples: Number(flags.examples),
      seed: flags.seed,
    });
    const unsaid = !isClean && found.length === 0 ? ['it has failed'] : [];
    const where = isClean ? [] : [`see ${report}`];
    return { result: cases, faults: [...found, ...unsaid, ...where] };
  });
}

async function main(): Promise<void> {
  const wants = (name: string) =>
    (flags.only ?? '') === name || (flags.only === undefined && name !== 'schemathesis');
  mkdirSync(kept, { recursive: true });
  if (wants('redocly')) await judge('redocly lint', async () => told(await lintWithRedocly()));
  if (wants('spectral')) await judge('spectral lint', async () => told(await lintWithSpectral()));
  if (wants('yaml'))
    await judgeByPython(`YAML 1.1: PyYAML ${pinned('pyyaml')}`, async () => ({
      result: 'reads openapi.yaml as it was written',
      faults: await readWithPython(),
    }));
  if (wants('schemathesis') || wants('clients')) {
    const stage = await openStage();
    try {
      if (wants('clients')) await judgeClients(stage);
      if (wants('schemathesis')) await judgeByFuzzing(stage);
    } finally {
      await stage.stop();
    }
  }
  say(`\n${markdownTable(['what', '', 'result', 'took'], rows)}`);
}

if (flags.help) process.stdout.write(help);
else {
  await main();
  if (rows.length === 0) faults += 1;
  process.exitCode = faults > 0 ? 1 : 0;
}
