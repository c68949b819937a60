// The idempotency key of a batch line. It ensures that the line is paid once.

import { expect, test } from 'vitest';
import { isUuid4 } from '../../lib/base/uuid.ts';
import { lineKey } from '../../lib/batch/line-key.ts';
import type { BatchLine } from '../../lib/batch/read-lines.ts';

const batchKey = '5a2f1b60-3c4d-4e5f-8a9b-0c1d2e3f4a5b';
const line = (lineId: string, idempotencyKey?: string): BatchLine => ({
  lineId,
  ...(idempotencyKey ? { idempotencyKey } : {}),
  request: { amountCents: 1_000 as never, tag: '', pixKey: 'fulano@example.com' },
});

test('the idempotency key of a batch line is the key given for that line', () => {
  const own = '00000000-0000-4000-8000-000000000001';
  expect(lineKey(batchKey, line('1', own))).toBe(own);
});

test('each line of each batch has a different key, and a batch key in capitals gives the same line keys', () => {
  const keys = [
    lineKey(batchKey, line('1')),
    lineKey(batchKey, line('2')),
    lineKey('5a2f1b60-3c4d-4e5f-8a9b-0c1d2e3f4a5c', line('1')),
  ];
  expect(new Set(keys).size).toBe(3);
  expect(keys.every(isUuid4)).toBe(true);
  expect(lineKey(batchKey.toUpperCase(), line('1'))).toBe(keys[0]);
});
