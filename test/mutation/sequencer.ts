// Runs the fastest test files first, because most mutants fail in one of them.

import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const order = [
  '/test/base/',
  '/test/reconciliation/',
  '/test/ledger/posting-store.',
  '/test/cashout/',
  '/test/functions/',
  '/test/',
];

export class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => order.findIndex((folder) => moduleId.includes(folder));
    const size = ({ moduleId }: TestSpecification) => statSync(moduleId).size;
    return files.toSorted((one, other) => rank(one) - rank(other) || size(one) - size(other));
  }
}
