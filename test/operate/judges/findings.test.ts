import { describe, expect, test } from 'vitest';
import { exceptions } from '../../../operate/judges/exceptions.ts';
import { type Exception, except, type Finding } from '../../../operate/judges/findings.ts';
import { reportOn } from '../../../operate/judges/report.ts';

const finding = (check: string, at: string, more: Partial<Finding> = {}): Finding => ({
  tool: 'checkov',
  check,
  template: 'staging/a.json',
  at,
  says: `${check} is wrong`,
  ...more,
});
const exception = (check: string, at: string, more: Partial<Exception> = {}): Exception => ({
  check,
  at,
  why: 'so it is',
  ...more,
});

describe('an exception for a check’s findings', () => {
  test.each([
    ['Table', 'Table', true],
    ['Table', 'Tables', false],
    ['Table', 'MyTable', false],
    ['*Table', 'MyTable', true],
    ['*Table', 'MyTable/Properties', false],
    ['*Function/DependsOn/*', 'AFunction/DependsOn/1', true],
    ['*', '', true],
    ['a.c', 'abc', false],
    ['Role/may/s3:*', 'Role/may/s3:GetObject', true],
    ['(a|b)', 'a', false],
  ])('an exception at %s matches a finding at %s: %s', (pattern, at, isMatching) => {
    const { open } = except([finding('C1', at)], [exception('C1', pattern)], []);

    expect(open).toHaveLength(isMatching ? 0 : 1);
  });

  test('an exception applies to a single check', () => {
    const { open, excepted, unneeded } = except(
      [finding('C1', 'Table'), finding('C2', 'Table')],
      [exception('C1', '*')],
      [],
    );

    expect(open.map(({ check }) => check)).toEqual(['C2']);
    expect(excepted.map(({ findings }) => findings.length)).toEqual([1]);
    expect(unneeded).toEqual([]);
  });

  test('an exception without a finding is reported as unneeded only if its stage was checked', () => {
    const old = exception('C1', 'Gone');
    const ofStaging = exception('C1', 'Sandbox', { stage: 'staging' });

    expect(except([], [old, ofStaging], ['production', undefined]).unneeded).toEqual([old]);
    expect(except([], [old, ofStaging], ['staging']).unneeded).toEqual([old, ofStaging]);
  });
});

test('each exception has a reason, and no exception is listed twice', () => {
  for (const { why } of exceptions) expect(why).toMatch(/^\S.{20,}\.$/);
  const places = exceptions.map(({ check, at }) => `${check} ${at}`);
  expect(new Set(places).size).toBe(places.length);
});

describe('the report of findings', () => {
  const verdict = (tool: string, ...findings: Finding[]) => ({
    tool,
    version: '1.0',
    judged: '2 templates',
    rules: '9 checks',
    findings: findings.map((one) => ({ ...one, tool })),
  });

  test('the report lists each finding once with all its positions, then the unneeded exceptions, then the table', () => {
    const { lines, isClean } = reportOn(
      [
        verdict(
          'checkov',
          finding('C1', 'A'),
          finding('C1', 'B', { template: 'production/a.json' }),
          finding('C2', 'A'),
        ),
        verdict('cfn-lint', finding('E1', '')),
      ],
      [exception('C2', 'A'), exception('C3', 'Gone')],
      [],
    );

    expect(isClean).toBe(false);
    expect(lines).toEqual([
      'Excepted:',
      '',
      'C2 at A (1 finding): so it is',
      '',
      'Not excepted:',
      '',
      'checkov C1: C1 is wrong',
      '  staging/a.json, A',
      '  production/a.json, B',
      'cfn-lint E1: E1 is wrong',
      '  staging/a.json',
      'The exception of C3 at Gone matches nothing: take it out of exceptions.ts.',
      '',
      [
        '| tool     | version | judged      | rules    | findings | excepted |',
        '| -------- | ------- | ----------- | -------- | -------- | -------- |',
        '| checkov  | 1.0     | 2 templates | 9 checks | 3        | 1        |',
        '| cfn-lint | 1.0     | 2 templates | 9 checks | 1        | 0        |',
      ].join('\n'),
    ]);
  });

  test('the report is clean if every finding has an exception and every exception is needed', () => {
    const found = [verdict('checkov', finding('C1', 'A'), finding('C1', 'B'))];

    expect(reportOn(found, [exception('C1', '*')], []).isClean).toBe(true);
    expect(reportOn(found, [exception('C1', 'A')], []).isClean).toBe(false);
    expect(reportOn([verdict('checkov')], [], [])).toMatchObject({
      isClean: true,
      lines: [expect.stringContaining('| checkov |')],
    });
  });
});
