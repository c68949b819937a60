import { expect, test } from 'vitest';
import { explain, Stop } from '../../local/stop.ts';

const fromAws = (name: string) =>
  Object.assign(new Error('it may not'), { name, $metadata: { requestId: 'r-1' } });

test('a failure that the program knows is told in two lines', () => {
  expect(explain(new Stop('There is no stage.', 'Create it.'))).toBe('There is no stage.\nCreate it.');
});

test.each([
  ['AccessDeniedException', 'Sign in with a role'],
  ['LimitExceededException', 'Run the command again'],
])('an error %s of AWS is told with its request, and without the trace of a client', (name, mend) => {
  const told = explain(fromAws(name));

  expect(told).toContain(`AWS answered ${name}: it may not (request r-1)\n${mend}`);
  expect(told).not.toContain('    at ');
});

test('a bug of the program is told with its trace', () => {
  expect(explain(new TypeError('bug'))).toContain('    at ');
});
