import { expect, test } from 'vitest';
import { shiftOf } from '../../operate/deploy/shift.ts';

const code = {
  Parameters: {
    Traffic: { Type: 'String', Default: 'CodeDeployDefault.LambdaCanary10Percent5Minutes' },
    StopsOnAlarms: { Type: 'String', Default: 'true' },
  },
  Resources: {},
};

test('a deployment shifts canaries in two steps as their template says, and alarms stop the shift', () => {
  expect(shiftOf(code, false)).toEqual({
    Traffic: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
    StopsOnAlarms: 'true',
  });
});

test('a rollback shifts all traffic at once, whatever the state of the alarms', () => {
  expect(shiftOf(code, true)).toEqual({
    Traffic: 'CodeDeployDefault.LambdaAllAtOnce',
    StopsOnAlarms: 'false',
  });
});

test('a package without canaries gets no canary settings', () => {
  expect(shiftOf({ Resources: {} }, true)).toEqual({});
});
