// The quickest files first: most mutants end in one of them.

import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const order = [
  '/test/lib/',
  '/test/stores/posting.',
  '/test/stores/holding.',
  '/test/functions/',
  '/test/stores/',
];

export class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => order.findIndex((folder) => moduleId.includes(folder));
    const size = ({ moduleId }: TestSpecification) => statSync(moduleId).size;
    return files.toSorted((one, other) => rank(one) - rank(other) || size(one) - size(other));
  }
}
