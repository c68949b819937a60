// Prints the last lines of a test run: how long the workers took for each project, and which files were slowest.

import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const slowest = 5;

export class TimeTable implements Reporter {
  readonly #root: string;
  constructor(root: string) {
    this.#root = root;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const timed = modules.map((module) => {
      const { duration, collectDuration, setupDuration } = module.diagnostic();
      return { module, milliseconds: duration + collectDuration + setupDuration };
    });
    const seconds = (of: typeof timed) =>
      (of.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000).toFixed(1);
    const byProject = Map.groupBy(timed, ({ module }) => module.project.name);
    const files = timed.toSorted((one, other) => other.milliseconds - one.milliseconds).slice(0, slowest);
    const lines = [
      'Seconds of the workers',
      ...[...byProject].map(([name, of]) => `${seconds(of).padStart(8)}  ${name} (${of.length} files)`),
      'Slowest files',
      ...files.map((one) => `${seconds([one]).padStart(8)}  ${relative(this.#root, one.module.moduleId)}`),
    ];
    process.stdout.write(`\n${lines.join('\n')}\n`);
  }
}
