// Reads the contract line by line, with the tests of each line, from test/contract/lines/. Tests and documents use the
// result.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../local/service.ts';
import { markdownTable } from './markdown-table.ts';

/** The only reasons that a line, or a part of it, may give for having no test. */
export const reasons = {
  'not shown': 'the contract leaves it open; this service decides',
  introduction: 'it introduces other lines or names something, and requires nothing',
  'advice to callers': 'it says what callers should do; the service does not enforce it',
  'the network’s': 'only the real PIX network can show it',
} as const;
type Reason = keyof typeof reasons;

type HeldBy = { file: string; title: string };
export type Line = {
  id: string;
  section: string;
  text: string;
  tests: HeldBy[];
  reasons: { reason: Reason; why: string }[];
};

const folder = join(root, 'test/contract/lines');
const lineForm = /^- \*\*([A-Z]{3}-[1-9]\d*)\*\* (.+)$/;
const testForm = /^ {2}- `([^`]+)` › (.+)$/;
const reasonForm = /^ {2}- ([^`:]+): (\S.+)$/;

/** @throws if the files contain anything other than headings, lines, tests or reasons */
export function readContract(): Line[] {
  return readdirSync(folder)
    .sort()
    .flatMap((file) => parseLines(file, readFileSync(join(folder, file), 'utf8')));
}

export function parseLines(file: string, text: string): Line[] {
  const lines: Line[] = [];
  const section = /^\d-(.+)\.md$/.exec(file)?.[1] ?? file;
  for (const written of text.split('\n')) {
    const last = lines.at(-1);
    const [, id, said] = lineForm.exec(written) ?? [];
    const [, path, title] = testForm.exec(written) ?? [];
    const [, reason = '', why = ''] = reasonForm.exec(written) ?? [];
    if (id && said) lines.push({ id, section, text: said, tests: [], reasons: [] });
    else if (path && title && last) last.tests.push({ file: path, title: unescaped(title) });
    else if (isReason(reason) && last) last.reasons.push({ reason, why });
    else if (/^\s*-/.test(written)) throw new Error(`${file}: "${written}" is not a line of the contract`);
  }
  return lines;
}

const isReason = (text: string): text is Reason => Object.hasOwn(reasons, text);
/** Removes Markdown's escapes. */
const unescaped = (text: string) => text.replace(/\\([<*])/g, '$1');

/** Returns a table with a row per section: its lines, how many have a test, and how many have none for each reason. */
export function contractTable(lines = readContract()): string {
  const kinds = (Object.keys(reasons) as Reason[]).filter((kind) =>
    lines.some((line) => without(line, kind)),
  );
  const sections = [...Map.groupBy(lines, ({ section }) => section), ['all', lines] as const];
  const rows = sections.map(([name, those]) => [
    name,
    String(those.length),
    String(those.filter(({ tests }) => tests.length > 0).length),
    ...kinds.map((kind) => String(those.filter((line) => without(line, kind)).length)),
  ]);
  return markdownTable(
    ['Section', 'Lines', 'Covered by a test', ...kinds.map((kind) => `No test: ${kind}`)],
    rows,
  );
}

const without = (line: Line, kind: Reason) =>
  line.tests.length === 0 && line.reasons.some(({ reason }) => reason === kind);
