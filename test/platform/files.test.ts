import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
const text = { contentType: 'text/plain' };

test('a file is written in parts, in order, and can be read', async () => {
  const { files } = used.stack.deps;
  const part = Buffer.alloc(1024 * 1024, 'a');
  const chunks = Array.from({ length: 20 }, (_, index) =>
    Buffer.from(part).fill(String.fromCharCode(97 + index)),
  );
  await files.put('large', Readable.from(chunks), text);

  expect(await files.sizeOf('large')).toBe(20 * 1024 * 1024);
  const found = Buffer.concat(await (await files.read('large')).toArray());
  expect(found.equals(Buffer.concat(chunks))).toBe(true);
});

test('a file is not stored if writing its content fails', async () => {
  const { files } = used.stack.deps;
  const failing = async function* () {
    yield Buffer.alloc(9 * 1024 * 1024);
    throw new Error('no more');
  };
  await expect(files.put('half', Readable.from(failing()), text)).rejects.toThrow();
  expect(await files.sizeOf('half')).toBeUndefined();
});

test('a signed link for writing stores the file, and a signed link for reading returns it', async () => {
  const { files } = used.stack.deps;
  const write = await files.linkToWrite('sent', { contentType: 'text/csv', bytes: 5 }, 60);
  const put = await fetch(write, { method: 'PUT', headers: { 'content-type': 'text/csv' }, body: 'a,b,c' });
  expect(put.status).toBe(200);
  expect(new URL(write).searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host');

  const read = await fetch(await files.linkToRead('sent', 'a.csv', 60));
  expect([await read.text(), read.headers.get('content-type')]).toEqual(['a,b,c', 'text/csv']);
});
