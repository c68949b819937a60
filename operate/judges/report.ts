// Formats the findings of the tools for people: the findings without an exception, the exceptions, and a table of the
// tools.

import { markdownTable } from '../../tools/markdown-table.ts';
import { type Exception, except, type Finding } from './findings.ts';
import type { Verdict } from './tools.ts';

const isSame = (one: Finding, other: Finding) =>
  one.tool === other.tool && one.check === other.check && one.says === other.says;

/** Shortens a text, because cfn-lint would list every existing action. */
const short = (words: string) => (words.length > 300 ? `${words.slice(0, 300)} …` : words);

/** Lists each finding once, with all of its positions. */
function inWords(findings: readonly Finding[]): string[] {
  const firsts = findings.filter((one, index) => findings.findIndex((other) => isSame(one, other)) === index);
  return firsts.flatMap((first) => [
    `${first.tool} ${first.check}: ${short(first.says)}`,
    ...findings
      .filter((one) => isSame(one, first))
      .map(({ template, at }) => `  ${[template, at].filter(Boolean).join(', ')}`),
  ]);
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

export function reportOn(
  verdicts: readonly Verdict[],
  exceptions: readonly Exception[],
  stages: readonly (string | undefined)[],
): { lines: string[]; isClean: boolean } {
  const { open, excepted, unneeded } = except(
    verdicts.flatMap(({ findings }) => findings),
    exceptions,
    stages,
  );
  const rows = verdicts.map(({ tool, version, judged, rules, findings }) => {
    const left = open.filter((one) => one.tool === tool).length;
    return [tool, version, judged, rules, String(findings.length), String(findings.length - left)];
  });
  const reasons = excepted.map(
    ({ exception, findings }) =>
      `${exception.check} at ${exception.at} (${counted(findings.length, 'finding')}): ${exception.why}`,
  );
  const faults = [
    ...inWords(open),
    ...unneeded.map(
      ({ check, at }) => `The exception of ${check} at ${at} matches nothing: take it out of exceptions.ts.`,
    ),
  ];
  return {
    lines: [
      ...(reasons.length > 0 ? ['Excepted:', '', ...reasons, ''] : []),
      ...(faults.length > 0 ? ['Not excepted:', '', ...faults, ''] : []),
      markdownTable(['tool', 'version', 'judged', 'rules', 'findings', 'excepted'], rows),
    ],
    isClean: faults.length === 0,
  };
}
