import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { toGatewayEvent } from '../../local/gateway/call.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
const get = (path: string) => used.send({ method: 'GET', path });

describe('the reference page', () => {
  test.each([
    ['/docs', 'docs/reference/index.html', 'text/html; charset=utf-8'],
    ['/docs/find.js', 'docs/reference/find.js', 'text/javascript; charset=utf-8'],
    ['/docs/page.js', 'docs/reference/page.js', 'text/javascript; charset=utf-8'],
    ['/docs/page.css', 'docs/reference/page.css', 'text/css; charset=utf-8'],
    ['/docs/swagger-ui.css', 'node_modules/swagger-ui-dist/swagger-ui.css', 'text/css; charset=utf-8'],
    [
      '/docs/swagger-ui-bundle.js',
      'node_modules/swagger-ui-dist/swagger-ui-bundle.js',
      'text/javascript; charset=utf-8',
    ],
  ])('%s is served with its content type', async (path, file, type) => {
    const { status, body, headers } = await get(path);

    expect(status).toBe(200);
    expect(body).toBe(readFileSync(file, 'utf8'));
    expect(headers).toMatchObject({ 'content-type': type, 'x-content-type-options': 'nosniff' });
  });

  test('the page loads nothing from other origins, and cannot be embedded in a frame', async () => {
    const policy = (await get('/docs')).headers['content-security-policy'] ?? '';

    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    for (const path of ['/docs', '/docs/page.js', '/docs/find.js', '/docs/page.css']) {
      expect((await get(path)).body).not.toMatch(/(src|href|url|import|fetch)[=(\s'"]+(https?:)?\/\//);
    }
  });

  test.each(['/docs/swagger-ui-bundle.js', '/openapi.json'])(
    '%s is compressed for clients that accept gzip, and is sent again only after a change',
    async (path) => {
      const ask = async (headers: Record<string, string>) => {
        const call = { path, method: 'GET', headers };
        const { functionKey, event } = toGatewayEvent(used.stack.service, call);
        return (await used.stack.invoke(functionKey, event)) as APIGatewayProxyStructuredResultV2;
      };
      const plain = await ask({});
      const packed = await ask({ 'accept-encoding': 'br, gzip' });
      expect(packed).toMatchObject({ isBase64Encoded: true, headers: { 'content-encoding': 'gzip' } });
      const bytes = Buffer.from(packed.body ?? '', 'base64');
      expect(gunzipSync(bytes).toString()).toBe(plain.body);
      expect(bytes.length).toBeLessThan((plain.body ?? '').length / 3);

      const { etag } = plain.headers as { etag: string };
      expect(packed.headers?.etag).toBe(etag);
      expect(await ask({ 'if-none-match': etag })).toMatchObject({ statusCode: 304, body: '' });
      for (const other of ['W/"0000000000000000"', '*', ''])
        expect(await ask({ 'if-none-match': other })).toMatchObject({ statusCode: 200, body: plain.body });
      for (const unable of ['br', 'gzip;q=0', 'gzip; q=0.0, br', 'nogzip1', '\u00e9'])
        expect([unable, (await ask({ 'accept-encoding': unable })).body === plain.body]).toEqual([
          unable,
          true,
        ]);
    },
  );

  test('the address of the page serves no other files', async () => {
    for (const path of [
      '/docs/package.json',
      '/docs/..%2Fpackage.json',
      '/docs/constructor',
      '/docs/index.css',
      '/docs/demo.json',
    ]) {
      expect(await get(path)).toMatchObject({ status: 404, body: { message: 'Not found' } });
    }
  });
});
