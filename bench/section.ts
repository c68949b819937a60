// A section of the benchmark: a measurement with findings (times as ratios to a peer measured in turns with ours; the
// rest counted) and a text with details.

export type Options = {
  /** A short run of everything: fewer rounds and rows, the same comparisons. */
  quick: boolean;
  /** Called with the current measurement, for display. */
  progress: (text: string) => void;
};

/** One ratio, or a number with its own target. */
export type Finding = {
  /** The same in every run, because runs are compared by it. */
  name: string;
  value: number;
  /** 'x' for a ratio, otherwise the unit of the number. */
  unit: 'x' | 'µs' | 'ms' | 'kB' | 'calls' | 'units' | 'a second' | '%' | 'of them';
  /** Bounds of the middle half of the rounds, if there were rounds. */
  spread?: readonly [number, number];
  target?: { atMost: number } | { atLeast: number };
};

export type Report = {
  findings: readonly Finding[];
  /** Markdown below the section's title: method, tables, and the reason for a missed target. */
  text: string;
  /** Pictures of the text, by the name of the file next to the results. */
  files?: Readonly<Record<string, string>>;
};

export type Section = {
  /** The name for `--only`. */
  key: string;
  title: string;
  /** Run only if it is named, because it takes too long. */
  isApart?: true;
  run: (options: Options) => Promise<Report>;
  /** Releases what it kept for the next run. */
  close?: () => Promise<void>;
};

export function isMet({ value, target }: Finding): boolean {
  if (!target) return true;
  return 'atMost' in target ? value <= target.atMost : value >= target.atLeast;
}
