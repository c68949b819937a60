// A reason to stop that a person can act on: printed as two lines, never as a stack trace.

export class Stop extends Error {
  readonly mend: string;
  constructor(what: string, mend: string) {
    super(what);
    this.mend = mend;
  }
}

export function explain(error: unknown): string {
  if (error instanceof Stop) return `${error.message}\n${error.mend}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
