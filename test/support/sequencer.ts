// Orders the test files. The files of a project come together, because they share a process. The longest come first, so
// that no worker is left alone with a long file at the end.

import { BaseSequencer, type TestSequencer, type TestSpecification, type Vitest } from 'vitest/node';
import { projects } from '../projects.ts';

const order = Object.keys(projects);
/** The files that take longest, for a machine that has not measured them yet. */
const long = ['local/start', 'packaged', 'security/access-matrix', 'functions/deliver-webhook'];

export class Sequencer implements TestSequencer {
  readonly #base: BaseSequencer;
  constructor(vitest: Vitest) {
    this.#base = new BaseSequencer(vitest);
  }

  shard(files: TestSpecification[]) {
    return this.#base.shard(files);
  }

  async sort(files: TestSpecification[]) {
    const sorted = await this.#base.sort(files);
    const rank = ({ project, moduleId }: TestSpecification) =>
      2 * order.indexOf(project.name) + (long.some((name) => moduleId.includes(`/${name}.`)) ? 0 : 1);
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}
