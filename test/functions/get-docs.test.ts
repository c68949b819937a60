import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { guidePages } from '../../lib/openapi/docs-file.ts';
import { toGatewayEvent } from '../../local/gateway/call.ts';
import { unbalanced } from '../console/unbalanced.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
const get = (path: string) => used.send({ method: 'GET', path });

describe('the pages of the guide', () => {
  const pages = Object.keys(guidePages);
  const idsIn = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  const linksIn = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);

  test.each(pages)('the page %s has well-formed HTML, and none of its links is broken', async (page) => {
    const { status, body, headers } = await get(`/docs/${page}.html`);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(unbalanced(body)).toEqual([]);
    expect(body.match(/<h1/g)).toHaveLength(1);
    expect(new Set(idsIn(body)).size).toBe(idsIn(body).length);
    expect(body).not.toMatch(/<script|<!--|\]\(/);
    for (const href of new Set(linksIn(body))) {
      if (/^(https:|data:)/.test(href)) continue;
      const [path = '', anchor] = href.split('#');
      const there = path === '' ? body : (await get(path)).body;
      expect([href, there === undefined]).toEqual([href, false]);
      if (anchor) expect(idsIn(there), href).toContain(anchor);
    }
  });

  test('a page has a menu of all pages and of its own headings', async () => {
    const { body } = await get('/docs/integrators.html');
    for (const page of pages) expect(linksIn(body)).toContain(`/docs/${page}.html`);
    expect(body).toContain('<a href="/docs/integrators.html" aria-current="page">For integrators</a>');
    expect(body).toContain('<li><a href="#chargebacks">Chargebacks</a></li>');
    expect((await get('/docs')).body).toContain('<a href="/docs/integrators.html">Guide</a>');
  });

  test.each(['/docs/operating.html', '/docs/integrators.md', '/docs/integrators', '/docs/__proto__.html'])(
    '%s is not served',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});

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
    // The colours of all pages stand before the style sheet's own rules.
    expect(String(body).slice(-readFileSync(file, 'utf8').length)).toBe(readFileSync(file, 'utf8'));
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

  test('no other files are served under /docs', async () => {
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
