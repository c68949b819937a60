// What every section of the benchmark is: a measurement that ends in findings (times as ratios against a peer measured in
// turns with ours, the rest counted) and in a text that shows what is behind them.

export type Options = {
  /** A short run of everything: fewer rounds and fewer rows, the same comparisons. */
  quick: boolean;
  /** Told what is being measured, for whoever waits. */
  progress: (text: string) => void;
};

/** One ratio, or a number that has a target of its own. */
export type Finding = {
  /** The same in every run: runs are compared by it. */
  name: string;
  value: number;
  /** 'x' for a ratio, else what the number counts. */
  unit: 'x' | 'µs' | 'ms' | 'kB' | 'calls' | 'units' | 'a second' | '%' | 'of them';
  /** From and to of the middle half of the rounds, where there were rounds. */
  spread?: readonly [number, number];
  target?: { atMost: number } | { atLeast: number };
};

export type Report = {
  findings: readonly Finding[];
  /** Markdown under the section's title: how it was measured, tables, and why a target is missed. */
  text: string;
  /** What the text shows, by the name of the file beside the results. */
  files?: Readonly<Record<string, string>>;
};

export type Section = {
  /** For `--only`. */
  key: string;
  title: string;
  /** Only run when it is named: it takes too long for the whole. */
  isApart?: true;
  run: (options: Options) => Promise<Report>;
  /** Lets go of what it has kept for the next run. */
  close?: () => Promise<void>;
};

export function isMet({ value, target }: Finding): boolean {
  if (!target) return true;
  return 'atMost' in target ? value <= target.atMost : value >= target.atLeast;
}
