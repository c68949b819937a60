import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { loadDemo } from '../../local/demo-company.ts';

const folder = mkdtempSync(join(tmpdir(), 'pix-cashout-demo-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Returns a service that gives these answers first, and then opens companies. */
async function openService(statuses: number[]) {
  const server = createServer((_, response) => {
    response.statusCode = statuses.shift() ?? 200;
    response.end(JSON.stringify({ company_id: 'opened', accounts: [] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, close: () => server.close() };
}

test('the demo company is opened even if a first try failed because the engines were slow', async () => {
  const service = await openService([503]);
  const file = join(folder, 'demo.json');

  await loadDemo(service.baseUrl, 'local', file, true);

  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ company_id: 'opened' });
  service.close();
});

test('after a refusal by the service, the demo company is not requested again', async () => {
  const service = await openService([401]);

  const opening = loadDemo(service.baseUrl, 'local', join(folder, 'demo.json'), true);

  await expect(opening).rejects.toThrow('the demo company could not be opened: 401 tenants');
  service.close();
});
