// Formats the result of a check for people: a table by type, the differences, and the unchecked properties.

import type { Verdict } from './check.ts';

export type Report = { lines: string[]; isAsWritten: boolean };

/** @param gaps the known gaps of the emulator, by type and property, with the reason */
export function reportOn(verdicts: readonly Verdict[], gaps: Readonly<Record<string, string>>): Report {
  const types = [...new Set(verdicts.map(({ type }) => type))].sort();
  const wrong: string[] = [];
  const silent = new Map<string, number>();
  const rows = types.map((type) => {
    const own = verdicts.filter((verdict) => verdict.type === type);
    const found = own.filter((verdict) => verdict.found === true);
    const note = (what: string) => silent.set(what, (silent.get(what) ?? 0) + 1);
    let right = 0;
    for (const verdict of own) {
      if (verdict.found === undefined) note(`${type}: ${verdict.why}`);
      if (verdict.found === false) wrong.push(`${type} ${verdict.id}: ${verdict.fault}`);
      if (!verdict.found) continue;
      for (const property of verdict.untold)
        note(
          `${type}.${property}: not requested, not returned, or resolved only by AWS, in part or completely`,
        );
      const differences = verdict.differences.filter(({ property }) => {
        const gap = gaps[`${type}.${property}`];
        if (gap) note(`${type}.${property}: ${gap}`);
        return gap === undefined;
      });
      if (differences.length === 0) right += 1;
      for (const { property, written, told } of differences)
        wrong.push(
          `${type} ${verdict.id}.${property}\n    written ${brief(written)}\n    told    ${brief(told)}`,
        );
    }
    const isEmulated = own.some((verdict) => verdict.found !== undefined);
    return isEmulated
      ? [type, own.length, found.length, right, right === own.length ? 'yes' : 'NO']
      : [type, own.length, 'not emulated', '', ''];
  });
  const sum = (column: number) =>
    rows.reduce((total, row) => total + (typeof row[column] === 'number' ? Number(row[column]) : 0), 0);
  const all = [...rows, ['together', sum(1), sum(2), sum(3), '']];
  return {
    lines: [
      ...table([['type', 'written', 'created', 'as written', ''], ...all]),
      ...(silent.size > 0 ? ['', 'Not checked:'] : []),
      ...[...silent].map(([what, count]) => `  ${String(count).padStart(3)}  ${what}`),
      ...(wrong.length > 0 ? ['', 'Different from the template:', ...wrong.map((line) => `  ${line}`)] : []),
    ],
    isAsWritten: wrong.length === 0,
  };
}

const brief = (value: unknown) => JSON.stringify(value)?.slice(0, 400) ?? 'nothing';

function table(rows: readonly (readonly (string | number | undefined)[])[]): string[] {
  const columns = rows[0]?.length ?? 0;
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.max(...rows.map((row) => String(row[at] ?? '').length)),
  );
  return rows.map((row) => {
    const cells = row.map((cell, at) =>
      at === 0 ? String(cell).padEnd(widths[at] ?? 0) : String(cell ?? '').padStart(widths[at] ?? 0),
    );
    return cells.join('  ').trimEnd();
  });
}
