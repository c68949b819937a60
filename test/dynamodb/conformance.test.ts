// Compares the DynamoDB engine of the tests with the engine that npm start uses, by generated requests. The part
// `coverage` of npm run test:all compares the requests of the service itself.

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDynamo } from '../../local/engines.ts';
import { freePort } from '../../local/free-port.ts';
import { drawn, table, tableInput } from './commands.ts';
import { openEngine } from './engine.ts';
import { expectSameAnswer, type WireAnswer } from './same-answer.ts';

let endpoint: string;
let stop: () => Promise<void>;
beforeAll(async () => {
  const port = await freePort();
  endpoint = `http://127.0.0.1:${port}`;
  ({ stop } = await startDynamo(port));
});
afterAll(() => stop());

const targetOf = (operation: string) => `DynamoDB_20120810.${operation}`;
async function askOther(operation: string, input: object): Promise<WireAnswer> {
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': targetOf(operation),
    'x-amz-date': '20260101T000000Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=local/20260101/sa-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
  };
  const answer = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(input) });
  return { status: answer.status, body: await answer.text() };
}

test('both engines give the same answers to generated requests', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(drawn, { minLength: 20, maxLength: 40, size: 'max' }), async (commands) => {
      const engine = openEngine();
      const ours = (operation: string, input: object) =>
        engine.handle(targetOf(operation), JSON.stringify(input));
      await askOther('DeleteTable', { TableName: table });
      for (const ask of [ours, askOther]) expect((await ask('CreateTable', tableInput)).status).toBe(200);
      for (const { operation, input } of [...commands, { operation: 'Scan', input: { TableName: table } }]) {
        const asked = { ...input, ReturnConsumedCapacity: 'TOTAL' };
        const [one, other] = [ours(operation, asked), await askOther(operation, asked)];
        expectSameAnswer(targetOf(operation), JSON.stringify(asked), one, other);
      }
    }),
  );
});
