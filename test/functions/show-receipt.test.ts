import jsqr from 'jsqr';
import { describe, expect, test } from 'vitest';
import type { Deps } from '../../lib/app/deps.ts';
import { receiptCode } from '../../lib/cashout/receipt-code.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { sendInProcess } from '../support/api.ts';
import { bankDetails } from '../support/bank-details.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
type Headers = Record<string, string>;

/** Creates a paid cashout, and returns its receipt as the owner gets it. */
async function paid(more: object = {}) {
  const caller = await used.newCaller();
  const { id } = (
    await caller.post('/create-cashoutmanual-self-approve', {
      ...caller.source,
      amount: '1234.50',
      ...bankDetails,
      ...more,
    })
  ).body;
  await takeStep(used.stack.deps, id);
  const { body } = await caller.get(`/v3/cashouts/${id}/receipt`);
  return { caller, id, own: body, code: body.code as string };
}
const show = (code: string, headers: Headers = {}, query = '') =>
  used.send({ method: 'GET', path: `/receipts/${code}${query}`, headers });
const asPage = (code: string, headers: Headers = {}, query = '') =>
  show(code, { accept: 'text/html', ...headers }, query);
const json = { accept: 'application/json' };

/** Reads a QR code in a page with a different library than the one that drew it. */
function readQr(page: string): string | undefined {
  const [, size = '', path = ''] =
    /<svg viewBox="0 0 (\d+) \1" role="img".*?<path d="([^"]+)"/s.exec(page) ?? [];
  const [scale, quiet] = [4, 4];
  const width = (Number(size) + 2 * quiet) * scale;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x = '', y = ''] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let dy = 0; dy < scale; dy++)
      for (let dx = 0; dx < scale; dx++) {
        const at = ((Number(y) + quiet) * scale + dy) * width + (Number(x) + quiet) * scale + dx;
        pixels.fill(0, at * 4, at * 4 + 3);
      }
  }
  // The types of this package do not match its default export.
  const read = jsqr as unknown as typeof jsqr.default;
  return read(pixels, width, width)?.data;
}

describe('a receipt at its public address', () => {
  test('the public address gives the same receipt as the owner gets, without a token', async () => {
    const { own, code } = await paid();

    const { status, body } = await show(code, json);

    expect([status, body]).toEqual([200, { ...own, jws: expect.any(String) }]);
  });

  test('the public receipt is a page in Portuguese, with a QR code of its own address', async () => {
    const { own, code } = await paid();

    const { status, headers, body } = await asPage(code);

    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain('<html lang="pt-BR">');
    for (const part of [
      'R$\u00a01.234,50',
      'Fulana de Tal',
      'CPF ***.456.789-**',
      own.end_to_end_id,
      'Comprovante autêntico',
    ])
      expect(body).toContain(part);
    expect(body).toContain('Teste. Nenhum dinheiro foi movimentado.');
    expect(readQr(body)).toBe(own.address);
  });

  test.each([
    ['en-US,en;q=0.9', '', 'en'],
    ['pt-BR,pt;q=0.9,en;q=0.8', '', 'pt-BR'],
    ['de-DE', '', 'pt-BR'],
    ['*', '', 'pt-BR'],
    ['en', '?lang=pt', 'pt-BR'],
    ['pt', '?lang=en&utm_source=messenger', 'en'],
  ])(
    'the accept-language header %s with the query "%s" gives a page in %s',
    async (language, query, lang) => {
      const { code } = await paid();

      const { body } = await asPage(code, { 'accept-language': language }, query);

      expect(body).toContain(`<html lang="${lang}">`);
      expect(body.includes('Genuine receipt')).toBe(lang === 'en');
    },
  );

  test('the public page runs no script, loads nothing, and is not cached', async () => {
    const { code } = await paid();

    const { headers, body } = await asPage(code);

    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'x-content-type-options': 'nosniff',
    });
    expect(body).not.toMatch(/<script|<img|<link|<iframe| on\w+=| style=/i);
  });

  test('the public page says that the payer gave the payee’s name, and escapes markup in the name', async () => {
    const { code, id } = await paid();
    const row = await used.stack.deps.cashouts.get(id);
    const name = '<script>alert("x")</script>\u202e & Filhos';
    const cashouts = {
      ...used.stack.deps.cashouts,
      get: async () => row && { ...row, recipient: { ...row.recipient, name } },
    };
    const send = sendInProcess(used.stack, { ...used.stack.deps, cashouts } as Deps);

    const { body } = await send({
      method: 'GET',
      path: `/receipts/${code}`,
      headers: { accept: 'text/html' },
    });

    expect(body).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; Filhos');
    expect(body).not.toContain('<script>');
    expect(body).toContain('Nome e documento como informados por quem pagou.');
  });
});

describe('an invalid receipt address', () => {
  const changed = (code: string) => `${code.slice(0, -2)}${code.at(-2) === 'A' ? 'B' : 'A'}${code.at(-1)}`;

  test('every invalid receipt address gets the same page and the same refusal, whatever is wrong with the address', async () => {
    const { code, caller } = await paid();
    const other = (
      await caller.post('/create-cashout', { ...caller.source, amount: 1, key: 'a@example.com' })
    ).body;
    const key = used.stack.config.RECEIPT_CODE_KEY ?? '';
    const wrong = [
      changed(code),
      code.slice(1),
      `${code}A`,
      'none',
      '%00',
      'A'.repeat(31),
      // These codes are valid, but one cashout was never paid and the other does not exist.
      receiptCode(other.id, key),
      receiptCode(5, key),
    ];
    const pages = await Promise.all(wrong.map((one) => asPage(encodeURIComponent(one))));
    const refusals = await Promise.all(wrong.map((one) => show(encodeURIComponent(one), json)));

    expect(new Set(pages.map(({ body }) => body)).size).toBe(1);
    expect(pages[0]?.body).toContain('Comprovante não encontrado');
    const message = 'Receipt not found';
    for (const { status } of pages) expect(status).toBe(404);
    for (const { status, body } of refusals)
      expect([status, body]).toEqual([404, { worked: false, detail: message, message, data: null }]);
  });

  test('an invalid receipt address is refused without reading any table', async () => {
    const { code } = await paid();
    const cashouts = {
      ...used.stack.deps.cashouts,
      get: async () => {
        throw new Error('it was read');
      },
    };
    const send = sendInProcess(used.stack, { ...used.stack.deps, cashouts } as Deps);

    const { status } = await send({ method: 'GET', path: `/receipts/${changed(code)}`, headers: json });

    expect(status).toBe(404);
  });

  test('a receipt address with an unknown language gives a 422', async () => {
    const { code } = await paid();

    const { status, body } = await asPage(code, {}, '?lang=xx');

    expect([status, body.errors]).toEqual([422, [{ field: 'lang', message: 'must be pt or en' }]]);
  });
});
