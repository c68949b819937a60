// npm run docs: writes the files that are generated from the code and stored in the repository. With --all it also
// writes the files that tests record: the examples of the document, which become part of it, and the table of rights,
// which is made from the endpoints' answers. With --institutions it first reads the Central Bank's list of participants
// again.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readService } from '../local/read-service.ts';
import { root } from '../local/service.ts';
import { CannotRefresh } from './participants-list.ts';
import { refreshInstitutions } from './refresh-institutions.ts';

const help = `npm run docs [-- --all]   Writes the documents that are generated from the code.

  --all                 first records the answers that the document shows as examples, and the table of rights (half a minute)
  --institutions PLACE  instead reads the Central Bank's list of Pix participants, which gives institutions their names:
                        "latest", or the address or path of a list. Then run npm run docs -- --all
  --day YYYY-MM-DD      the day of that list, if its name does not end in it
  --yes                 takes the list even if it is older than the known one, or differs a lot from it
  --help                this text
`;
/** The files that tests write. */
const recorded = ['lib/openapi/recorded-answers.json', 'docs/security.md'];

const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    institutions: { type: 'string' },
    day: { type: 'string' },
    yes: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(help);
else if (values.institutions) await refresh(values.institutions);
else {
  const before = new Map(recorded.map((file) => [file, readIfThere(join(root, file))]));
  if (values.all) record('test/recorded-answers.test.ts', 'test/security/rights-map.test.ts');
  await writeDocuments(before);
}

async function refresh(from: string): Promise<void> {
  try {
    await refreshInstitutions({ from, day: values.day, isSure: values.yes, now: new Date() });
  } catch (error) {
    if (!(error instanceof CannotRefresh)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

function record(...tests: string[]): void {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = ['run', '-u', '--config', 'test/vitest.config.ts', '--project', 'handler', ...tests];
  execFileSync(process.execPath, [vitest, ...args], { cwd: root, stdio: 'inherit' });
}

/** @param before the contents of the files before the tests */
async function writeDocuments(before: ReadonlyMap<string, string | undefined>): Promise<void> {
  // This module is loaded only now, because it reads the recorded answers when it is loaded.
  const { makeDocuments } = await import('./documents.ts');
  const documents = await makeDocuments(readService());
  const unchanged = Object.fromEntries(recorded.map((file) => [file, readIfThere(join(root, file)) ?? '']));
  for (const [file, content] of Object.entries({ ...unchanged, ...documents })) {
    const path = join(root, file);
    const isSame = (before.get(file) ?? readIfThere(path)) === content;
    mkdirSync(dirname(path), { recursive: true });
    if (!isSame) writeFileSync(path, content);
    console.log(`${isSame ? 'unchanged' : 'written  '}  ${file}`);
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
