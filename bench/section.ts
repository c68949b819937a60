// Defines a section of the benchmark. A section makes a measurement and returns findings and a text with details. Times
// are ratios to a peer that is measured in turns with ours; all other findings are counted.

export type Options = {
  /** A short run of everything, with fewer rounds and rows but the same comparisons. */
  quick: boolean;
  /** Shows the current measurement to the person who waits. */
  progress: (text: string) => void;
};

/** One result: a ratio, or a number with its own target. */
export type Finding = {
  /** The name of the finding. It must be the same in every run, because runs are compared by name. */
  name: string;
  value: number;
  /** 'x' for a ratio; otherwise the unit of the number. */
  unit: 'x' | 'µs' | 'ms' | 'kB' | 'calls' | 'units' | 'a second' | '%' | 'of them';
  /** The bounds of the middle half of the rounds. They are absent if there were no rounds. */
  spread?: readonly [number, number];
  target?: { atMost: number } | { atLeast: number };
};

export type Report = {
  findings: readonly Finding[];
  /** The Markdown text below the section's title: the method, tables, and the reason why a target is missed. */
  text: string;
  /** The pictures in the text, by file name. The files are written next to the results. */
  files?: Readonly<Record<string, string>>;
};

export type Section = {
  /** The section's name for the option `--only`. */
  key: string;
  title: string;
  /** The section runs only if it is named, because it takes too long. */
  isApart?: true;
  run: (options: Options) => Promise<Report>;
  /** Releases what the section kept for the next run. */
  close?: () => Promise<void>;
};

export function isMet({ value, target }: Finding): boolean {
  if (!target) return true;
  return 'atMost' in target ? value <= target.atMost : value >= target.atLeast;
}
