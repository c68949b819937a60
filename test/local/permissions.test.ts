import { expect, test } from 'vitest';
import { sandbox } from '../support/api.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack({
  change: (service) => {
    const { statements } = service.provider.iam.role as { statements: { Action: string[] }[] };
    for (const statement of statements) {
      statement.Action = statement.Action.filter((action) => action !== 'dynamodb:PutItem');
    }
  },
});

test('what serverless.yml does not allow its functions fails, as IAM would have it', async () => {
  expect(await sandbox(used.send, '/sandbox/tenants')).toMatchObject({ status: 500 });
  expect(used.stack.lines.join()).toContain('AccessDeniedException');
});
