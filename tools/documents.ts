// Generates documents from the code that are stored in the repository. npm run docs writes them, and tests compare them
// with the code.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateSource } from 'oazapfts';

import { makeDocument } from '../lib/openapi/document.ts';
import { root, type Service } from '../local/service.ts';
import { drawArrows, readArrows, shortened } from './folder-arrows.ts';
import { withTables } from './guide.ts';
import { drawGuide } from './guide-page.ts';
import { hmacVectors } from './guide-vectors.ts';
import { writeYaml } from './write-yaml.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Returns the contents of the files by their paths. */
export async function makeDocuments(service: Service): Promise<Record<string, string>> {
  const document = makeDocument('http://localhost:3000', true);
  const pages = {
    'docs/integrators.md': withTables(read('docs/integrators.md'), service),
    'docs/med.md': withTables(read('docs/med.md'), service),
    'docs/webhooks.md': withTables(read('docs/webhooks.md'), service),
  };
  return {
    ...pages,
    ...drawGuide((file) => (pages as Record<string, string>)[file] ?? read(file)),
    'openapi.yaml': writeYaml(document),
    'examples/client/pix-cashout.ts': await makeClient(document),
    'docs/hmac-vectors.json': hmacVectors(),
    'docs/architecture.md': withTables(read('docs/architecture.md'), service, {
      arrows: drawArrows(shortened(await readArrows())),
    }),
    'docs/disaster.md': withTables(read('docs/disaster.md'), service),
    'docs/configuration.md': withTables(read('docs/configuration.md'), service),
    'docs/decisions/README.md': withTables(read('docs/decisions/README.md'), service),
    'docs/psp.md': withTables(read('docs/psp.md'), service),
    'docs/roles.md': withTables(read('docs/roles.md'), service),
    'docs/security.md': withTables(read('docs/security.md'), service),
    'docs/testing.md': withTables(read('docs/testing.md'), service),
  };
}

/** Generates the typed client. The generator reads only files, so the document is written to a temporary folder. */
async function makeClient(document: object): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  const file = join(folder, 'openapi.json');
  try {
    writeFileSync(file, JSON.stringify(document));
    const source = await generateSource(file, { argumentStyle: 'object', useUnknown: true });
    // The generated code is less strict than this repository's. Code that calls it is still checked against its types.
    return `// @ts-nocheck\n${source}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
