import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { callerCodes, errorBody } from '../../lib/base/errors.ts';
import { ownFailures } from '../../lib/cashout/failures.ts';
import { words } from '../../lib/network/registry.ts';
import { rejectCodes } from '../../lib/network/reject-codes.ts';
import { returnCodes } from '../../lib/network/return-codes.ts';
import { ownFailureAdvice, refusalAdvice, rejectAdvice, returnAdvice } from '../../lib/openapi/advice.ts';
import { endpoints } from '../../lib/openapi/document.ts';
import { refusalsOf } from '../../lib/openapi/endpoint.ts';
import { root } from '../../local/service.ts';

const guide = readFileSync(join(root, 'docs/integrators.md'), 'utf8');
/** Returns the rows of a generated table in the guide, as lists of cells. */
function rowsOf(table: string): string[][] {
  const [, text = ''] = new RegExp(`<!-- table: ${table} -->([\\s\\S]*?)<!-- end -->`).exec(guide) ?? [];
  const [, , ...rows] = text.trim().split('\n');
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe('the guide’s advice about refusals', () => {
  test('the guide has advice for exactly the refusals of the endpoints', () => {
    const given = new Set(endpoints.flatMap(refusalsOf));

    expect([...given].sort()).toEqual([...callerCodes].sort());
    expect(Object.keys(refusalAdvice).sort()).toEqual([...callerCodes].sort());
  });

  test.each([
    ['refusals', refusalAdvice],
    ['our own failures', ownFailureAdvice],
    ['returns', returnAdvice],
  ])('the advice for %s has one line each', (_, advice) => {
    const lines: string[] = Object.values(advice);

    expect(lines.length).toBeGreaterThan(3);
    expect(new Set(lines).size).toBe(lines.length);
    for (const line of lines) expect(line).toMatch(/^[A-Z`][^|\n]{10,}[^.|\n]$/);
  });

  test('each code of the network has different advice, unless only an operator can act', () => {
    const lines: string[] = Object.values(rejectAdvice);
    const repeated = lines.filter((line) => lines.indexOf(line) !== lines.lastIndexOf(line));

    expect(repeated.filter((line) => !line.endsWith('Tell the operator the `id`'))).toEqual([]);
  });
});

describe('the integration guide', () => {
  test('the guide has advice for each refusal', () => {
    const told = rowsOf('errors').map(([status, message, , advice]) => [Number(status), message, advice]);

    const expected = callerCodes.map((code) => {
      const { status, body } = errorBody(code);
      return [status, body.message, refusalAdvice[code]];
    });
    expect(told.sort()).toEqual(expected.sort());
  });

  test('the guide has advice for each way in which a cashout ends unpaid or returned', () => {
    const texts = (table: string, column: number) => rowsOf(table).map((row) => [row[column], row.at(-1)]);

    expect(texts('ownFailures', 0)).toEqual(
      Object.entries(ownFailures).map(([name, { text }]) => [
        text,
        ownFailureAdvice[name as keyof typeof ownFailures],
      ]),
    );
    expect(texts('rejects', 0)).toEqual(
      Object.entries(rejectCodes).map(([code, { text }]) => [
        `${code} - ${text}`,
        rejectAdvice[code as keyof typeof rejectCodes],
      ]),
    );
    expect(texts('returns', 0)).toEqual(returnCodes.map((code) => [code, returnAdvice[code]]));
  });

  test('the guide lists the reasons that a PSP gives for a failed payment: a code of the network, or our own text', () => {
    const own: string[] = Object.values(ownFailures).map(({ text }) => text);
    const errors = Object.values(words).flatMap(({ payout }) => Object.values(payout?.errors ?? {}));
    const unlisted = errors.filter(
      (error) =>
        'text' in error && !(error.code ? Object.hasOwn(rejectCodes, error.code) : own.includes(error.text)),
    );

    expect(errors.length).toBeGreaterThan(5);
    expect(unlisted).toEqual([]);
  });

  test('the guide has an anchor for each of its own links', () => {
    const anchors = [...guide.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    );
    const links = [...guide.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor);

    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((anchor = '') => !anchors.includes(anchor))).toEqual([]);
  });
});
