import { expect, test } from 'vitest';
import { sandbox } from '../support/api.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack({
  change: ({ functions }) => {
    if (functions.sandbox?.may) functions.sandbox.may.put = ['Statement', 'QrCodes', 'Markers'];
  },
});

test('what serverless.yml does not allow a function fails, as IAM would have it', async () => {
  expect(await sandbox(used.send, '/sandbox/tenants')).toMatchObject({ status: 500 });
  expect(used.stack.lines.join()).toContain('AccessDeniedException');
});
