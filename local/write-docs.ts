// npm run docs: writes what is generated from the code and kept in the repository. With --all also what tests record: the
// examples of the document, which go into it, and the table of rights, which is made from what the endpoints answer.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readService } from './read-service.ts';
import { root } from './service.ts';

const help = `npm run docs [-- --all]   Writes the documents that are generated from the code.

  --all    first records the answers that the document shows as examples, and the table of rights (half a minute)
  --help   this text
`;
const { values } = parseArgs({
  options: { all: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});

if (values.help) process.stdout.write(help);
else {
  if (values.all) record('test/recorded-answers.test.ts', 'test/security/rights-map.test.ts');
  await writeDocuments();
}

function record(...tests: string[]): void {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = ['run', '-u', '--config', 'test/vitest.config.ts', '--project', 'handler', ...tests];
  execFileSync(process.execPath, [vitest, ...args], { cwd: root, stdio: 'inherit' });
}

async function writeDocuments(): Promise<void> {
  // Only now: it reads the recorded answers as it is loaded.
  const { makeDocuments } = await import('./documents.ts');
  for (const [file, content] of Object.entries(await makeDocuments(readService()))) {
    const path = join(root, file);
    const isSame = readIfThere(path) === content;
    mkdirSync(dirname(path), { recursive: true });
    if (!isSame) writeFileSync(path, content);
    console.log(`${isSame ? 'as it was' : 'written  '}  ${file}`);
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
