import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { findings } from '../../lib/access/hmac-doctor.ts';
import { signed } from '../support/api.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
const path = '/v3/doctor/hmac';
const body = '{"amount":10.50,"recipient_name":"João","tag":"a/b"}';
const adviceOf = Object.fromEntries(findings);

type Sent = { secret: string; body: string };
const mac = (key: string | Buffer, message: string | Buffer, form: 'hex' | 'base64' | 'base64url' = 'hex') =>
  createHmac('sha256', key).update(message).digest(form);

/** The `hmac` and the body that each mistake sends. */
const mistakes: [
  problem: string,
  what: string,
  claim: (sent: Sent) => string | undefined,
  sent?: string | Buffer,
][] = [
  ['missing', 'without a header', () => undefined],
  ['missing', 'with an empty header', () => ' '],
  ['base64', 'in base64', ({ secret }) => mac(secret, body, 'base64')],
  ['base64', 'in base64url', ({ secret }) => mac(secret, body, 'base64url')],
  ['prefixed', 'after sha256=', ({ secret }) => `sha256=${mac(secret, body)}`],
  ['prefixed', 'in quotes', ({ secret }) => `"${mac(secret, body)}"`],
  ['other_algorithm', 'by SHA-1', ({ secret }) => createHmac('sha1', secret).update(body).digest('hex')],
  [
    'other_algorithm',
    'by SHA-512 in base64',
    ({ secret }) => createHmac('sha512', secret).update(body).digest('base64'),
  ],
  ['not_a_digest', 'that is a word', () => 'signature'],
  [
    'not_hmac',
    'as a hash of secret and body',
    ({ secret }) => createHash('sha256').update(secret).update(body).digest('hex'),
  ],
  ['swapped', 'with secret and body swapped', ({ secret }) => mac(body, secret)],
  ['secret_decoded', 'under the secret’s bytes', ({ secret }) => mac(Buffer.from(secret, 'hex'), body)],
  ['secret_whitespace', 'under the secret and a newline', ({ secret }) => mac(`${secret}\n`, body)],
  ['trailing_newline', 'over the body and a newline', ({ secret }) => mac(secret, `${body}\n`)],
  [
    'trailing_newline',
    'over the body without the newline at its end',
    ({ secret }) => mac(secret, body),
    `${body}\n`,
  ],
  ['byte_order_mark', 'over the body and a byte order mark', ({ secret }) => mac(secret, `\ufeff${body}`)],
  [
    'reserialised',
    'over the JSON with blanks',
    ({ secret }) => mac(secret, '{"amount": 10.50, "recipient_name": "João", "tag": "a/b"}'),
  ],
  [
    'reserialised',
    'over the JSON of a parser',
    ({ secret }) => mac(secret, JSON.stringify(JSON.parse(body))),
  ],
  [
    'reserialised',
    'over indented JSON',
    ({ secret }) => mac(secret, JSON.stringify(JSON.parse(body), null, 2)),
  ],
  [
    'reserialised',
    'over JSON with escapes',
    ({ secret }) => mac(secret, '{"amount":10.50,"recipient_name":"Jo\\u00e3o","tag":"a\\/b"}'),
  ],
  [
    'reserialised',
    'over sorted JSON',
    ({ secret }) => mac(secret, body),
    '{"tag":"a/b","recipient_name":"João","amount":10.50}',
  ],
  [
    'reserialised',
    'over JSON indented by a tab',
    ({ secret }) => mac(secret, JSON.stringify(JSON.parse(body), null, '\t')),
  ],
  [
    'reserialised',
    'over JSON with its fields in another order',
    ({ secret }) => mac(secret, '{"tag":"a/b","amount":10.50,"recipient_name":"João"}'),
  ],
  [
    'reserialised',
    'over JSON with escapes for HTML, as Go writes them',
    ({ secret }) => mac(secret, '{"tag":"R\\u0026D \\u003c3"}'),
    '{"tag":"R&D <3"}',
  ],
  [
    'reserialised',
    'over JSON with escapes for HTML, indented and sorted',
    ({ secret }) => mac(secret, '{\n "id": 1,\n "tag": "R\\u0026D"\n}'),
    '{"tag":"R&D","id":1}',
  ],
  ['charset', 'over Latin-1', ({ secret }) => mac(secret, Buffer.from(body, 'latin1'))],
  [
    'charset',
    'over UTF-8 and sent in Latin-1',
    ({ secret }) => mac(secret, body),
    Buffer.from(body, 'latin1'),
  ],
  ['empty', 'over an empty body', ({ secret }) => mac(secret, '')],
  ['encoded', 'over the body in base64', ({ secret }) => mac(secret, Buffer.from(body).toString('base64'))],
  [
    'not_utf8',
    'over bytes that the gateway replaced',
    ({ secret }) => mac(secret, Buffer.from([0x7b, 0xff, 0x7d])),
    '{\uFFFD}',
  ],
  [
    'not_utf8',
    'over bytes that are not UTF-8',
    ({ secret }) => mac(secret, Buffer.from([0x7b, 0xff, 0x7d])),
    Buffer.from([0x7b, 0xff, 0x7d]),
  ],
  ['wrong_secret', 'under another secret', () => mac('another', body)],
  ['wrong_secret', 'over another body', ({ secret }) => mac(secret, `${body} and more`)],
];

describe('a diagnosed signature', () => {
  const diagnose = async (claimed: string | undefined, sent: string | Buffer, token: string) => {
    const headers = { authorization: `Bearer ${token}`, ...(claimed === undefined ? {} : { hmac: claimed }) };
    return used.send({ method: 'POST', path, headers, body: sent, base64: sent instanceof Buffer });
  };

  test('the diagnosis of a correct signature has no finding', async () => {
    const { tenant, token } = await used.newCaller();

    expect(await diagnose(signed(tenant.hmac_secret, body), body, token)).toMatchObject({
      status: 200,
      body: { worked: true, valid: true, findings: [] },
    });
    expect((await diagnose(signed(tenant.hmac_secret, ''), '', token)).body.valid).toBe(true);
  });

  test('the diagnosis accepts a signature in upper case, with a finding about it', async () => {
    const { tenant, token } = await used.newCaller();

    expect((await diagnose(signed(tenant.hmac_secret, body).toUpperCase(), body, token)).body).toEqual({
      worked: true,
      valid: true,
      findings: [{ problem: 'upper_case', advice: adviceOf.upper_case }],
    });
  });

  test.each(mistakes)(
    'the finding "%s" is reported for a signature %s, and the correct signature is not disclosed',
    async (problem, _, claim, sent = body) => {
      const { tenant, token } = await used.newCaller();
      const secret = tenant.hmac_secret;

      const answer = await diagnose(claim({ secret, body }), sent, token);

      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        worked: true,
        valid: false,
        findings: [{ problem, advice: adviceOf[problem] }],
      });
      expect(JSON.stringify(answer)).not.toContain(signed(secret, sent));
      expect(JSON.stringify(answer)).not.toContain(secret);
    },
  );

  test('the diagnosis of a signature with two mistakes has a finding for each mistake', async () => {
    const { tenant, token } = await used.newCaller();

    const { findings: found } = (await diagnose(mac(tenant.hmac_secret, `${body}\n`, 'base64'), body, token))
      .body;

    expect(found.map(({ problem }: { problem: string }) => problem)).toEqual(['base64', 'trailing_newline']);
  });

  test('a signature is diagnosed with the secret of the calling client', async () => {
    const [one, other] = [await used.newCaller(), await used.newCaller()];

    const { body: told } = await diagnose(signed(one.tenant.hmac_secret, body), body, other.token);

    expect(told.findings).toMatchObject([{ problem: 'wrong_secret' }]);
  });

  test.each([
    ['deep', '['.repeat(5_000) + ']'.repeat(5_000)],
    ['wide', `[${Array(30_000).fill('1').join()}]`],
    ['deep and wide', `${'['.repeat(300)}${Array(30_000).fill('1').join()}${']'.repeat(300)}`],
    ['brackets in a text', JSON.stringify('['.repeat(60_000))],
  ])('a large body gets a diagnosis: %s', async (_, sent) => {
    const { token } = await used.newCaller();

    const { status, body: told } = await diagnose('0'.repeat(64), sent, token);

    expect([status, told.findings[0].problem]).toEqual([200, 'wrong_secret']);
  });

  test('a diagnosis requires a token and a body of at most 64 KB', async () => {
    const { token } = await used.newCaller();

    expect(await used.send({ method: 'POST', path, body })).toMatchObject({ status: 401 });
    expect(await diagnose('0'.repeat(64), 'x'.repeat(65_537), token)).toMatchObject({ status: 422 });
  });
});
