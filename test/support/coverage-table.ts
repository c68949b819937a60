// Formats the test coverage of each folder as a table. docs/testing.md contains its last row.

import { dirname, relative } from 'node:path';
import type { Reporter } from 'vitest/node';
import { markdownTable } from '../../tools/markdown-table.ts';

type Counted = { covered: number; total: number };
type Summary = { lines: Counted; branches: Counted };
type Coverage = {
  files(): string[];
  fileCoverageFor(file: string): { toSummary(): Summary };
};

export class CoverageTable implements Reporter {
  readonly #root: string;
  constructor(root: string) {
    this.#root = root;
  }

  onCoverage(coverage: unknown): void {
    process.stdout.write(`\n${tableOf(coverage as Coverage, this.#root)}\n`);
  }
}

function tableOf(coverage: Coverage, root: string): string {
  const byFolder = Map.groupBy(coverage.files().sort(), (file) => dirname(relative(root, file)));
  const row = (name: string, files: readonly string[]) => {
    const summaries = files.map((file) => coverage.fileCoverageFor(file).toSummary());
    const half = (kind: keyof Summary) => share(summaries.map((summary) => summary[kind]));
    return [name, String(files.length), half('lines'), half('branches')];
  };
  const rows = [...byFolder].sort().map(([folder, files]) => row(`\`${folder}/\``, files));
  rows.push(row('all', coverage.files()));
  return markdownTable(['Folder', 'Files', 'Lines', 'Branches'], rows);
}

function share(counts: readonly Counted[]): string {
  const [covered, total] = [sum(counts, 'covered'), sum(counts, 'total')];
  // The number is never rounded up, so 100.0 % means that everything is covered.
  const percent = total === 0 ? 100 : Math.floor((1000 * covered) / total) / 10;
  return `${percent.toFixed(1)} % (${covered} of ${total})`;
}

const sum = (counts: readonly Counted[], name: keyof Counted) =>
  counts.reduce((all, one) => all + one[name], 0);
