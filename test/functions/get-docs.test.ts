import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
const get = (path: string) => used.send({ method: 'GET', path });

describe('the reference page', () => {
  test.each([
    ['/docs', 'docs/reference/index.html', 'text/html; charset=utf-8'],
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
    for (const path of ['/docs', '/docs/page.js', '/docs/page.css']) {
      expect((await get(path)).body).not.toMatch(/(src|href|url|import|fetch)[=(\s'"]+(https?:)?\/\//);
    }
  });

  test('the address of the page serves no other files', async () => {
    for (const path of [
      '/docs/package.json',
      '/docs/..%2Fpackage.json',
      '/docs/constructor',
      '/docs/index.css',
    ]) {
      expect(await get(path)).toMatchObject({ status: 404, body: { message: 'Not found' } });
    }
  });
});
