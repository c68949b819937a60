// npm run docs: writes the documents that are generated from the code and kept in the repository.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeDocuments } from './documents.ts';
import { readService } from './read-service.ts';
import { root } from './service.ts';

const before = (path: string) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

for (const [file, content] of Object.entries(await makeDocuments(readService()))) {
  const path = join(root, file);
  const isSame = before(path) === content;
  mkdirSync(dirname(path), { recursive: true });
  if (!isSame) writeFileSync(path, content);
  console.log(`${isSame ? 'as it was' : 'written  '}  ${file}`);
}
