// Explains why a signature is not valid, by trying the usual mistakes. It never returns the right signature.

import { isUtf8 } from 'node:buffer';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { spellingsOf } from './json-spellings.ts';

const advice = {
  missing: 'The hmac header is missing. Every signed call needs it, even with an empty body.',
  upper_case: 'The digest is in upper case. The service accepts it; the usual form is lower case.',
  base64: 'The digest is in base64. Write its bytes in hex: 64 digits.',
  prefixed: 'The header has more than the digest, such as sha256= or quotes. Send only the 64 hex digits.',
  other_algorithm: 'The digest was made with another hash function. Use SHA-256.',
  not_a_digest: 'This is not a SHA-256 digest. It must be 64 hex digits.',
  not_hmac:
    'This is a plain hash, not an HMAC. Pass the secret as the key of the HMAC; do not join secret and body yourself.',
  swapped: 'Secret and body are swapped: the secret is the key, the body is the message.',
  secret_decoded: 'The secret was decoded (hex or base64) before use. Use its characters as they are.',
  secret_whitespace:
    'The secret had a space or newline around it, for example from a file or from echo. Remove it.',
  trailing_newline:
    'The signed and the sent body differ in a newline at the end, or in blanks around the body.',
  byte_order_mark: 'The signed and the sent body differ in a byte order mark at the beginning.',
  reserialised:
    'The JSON was serialised twice with different results: blanks, field order, numbers or escapes differ (Go’s json.Marshal writes & as \\u0026). Serialise the body once, then sign and send the same bytes.',
  charset: 'The signed and the sent body are the same text in two charsets. Use UTF-8 for both.',
  not_utf8:
    'The sent body is not in UTF-8. Bytes of it may have been replaced by U+FFFD on the way. Send UTF-8, not compressed.',
  empty: 'An empty body was signed, but the sent body is not empty.',
  encoded: 'The body was encoded (base64 or hex) before signing. Sign the bytes that you send.',
  wrong_secret:
    'None of the usual mistakes explains it. Either the secret is not the hmac_secret of this client (for example its client_secret or its token), or the signed body is not the sent body.',
} as const;

export type Finding = { problem: keyof typeof advice; advice: string };

export const findings = Object.entries(advice) as [Finding['problem'], string][];
const found = (problem: Finding['problem']): Finding => ({ problem, advice: advice[problem] });

/**
 * Diagnoses a signature.
 * @param body the bytes as they were sent
 * @param claimed the hmac header, any text
 * @returns whether calls with this signature are accepted, and the mistake or the unusual detail that was found
 */
export function diagnoseHmac(
  secret: string,
  body: Buffer,
  claimed = '',
): { valid: boolean; findings: Finding[] } {
  if (claimed.trim() === '') return { valid: false, findings: [found('missing')] };
  const read = readDigest(claimed);
  if (!read) return { valid: false, findings: [otherAlgorithm(secret, body, claimed)] };
  const matches = (digest: Buffer) => timingSafeEqual(digest, read.digest);
  const form = read.oddity ? [found(read.oddity)] : [];
  const isAccepted = read.oddity === undefined || read.oddity === 'upper_case';
  if (matches(hmac(secret, body)))
    return isUtf8(body)
      ? { valid: isAccepted, findings: form }
      : { valid: false, findings: [...form, found('not_utf8')] };
  const cause = causes(secret, body).find(({ digests }) => some(digests(), matches));
  const unexplained = body.includes('\uFFFD') ? 'not_utf8' : 'wrong_secret';
  return { valid: false, findings: [...form, found(cause?.problem ?? unexplained)] };
}

const hmac = (key: string | Buffer, message: string | Buffer) =>
  createHmac('sha256', key).update(message).digest();

type Digest = { digest: Buffer; oddity?: 'upper_case' | 'base64' | 'prefixed' };

function some(digests: Iterable<Buffer>, matches: (digest: Buffer) => boolean): boolean {
  for (const digest of digests) if (matches(digest)) return true;
  return false;
}

/**
 * Returns the secret's bytes, if the whole secret is hex or base64. The check is needed because Node's decoder stops at
 * any other character without an error.
 */
function decoded(secret: string): Buffer[] {
  return (['hex', 'base64'] as const)
    .map((form) => ({ form, bytes: Buffer.from(secret, form) }))
    .filter(({ form, bytes }) => bytes.toString(form).toLowerCase() === secret.toLowerCase())
    .map(({ bytes }) => bytes);
}

function readDigest(claimed: string): Digest | undefined {
  const hex = (text: string) => Buffer.from(text, 'hex');
  if (/^[0-9a-f]{64}$/.test(claimed)) return { digest: hex(claimed) };
  if (/^[0-9a-f]{64}$/i.test(claimed)) return { digest: hex(claimed), oddity: 'upper_case' };
  if (/^[\w+/-]{43}=?$/.test(claimed)) return { digest: Buffer.from(claimed, 'base64'), oddity: 'base64' };
  const [inside] = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/i.exec(claimed) ?? [];
  return inside ? { digest: hex(inside), oddity: 'prefixed' } : undefined;
}

function otherAlgorithm(secret: string, body: Buffer, claimed: string): Finding {
  const isOther = ['md5', 'sha1', 'sha384', 'sha512'].some((name) =>
    (['hex', 'base64'] as const).some((form) => {
      const digest = Buffer.from(createHmac(name, secret).update(body).digest(form));
      const given = Buffer.from(form === 'hex' ? claimed.toLowerCase() : claimed);
      return given.length === digest.length && timingSafeEqual(given, digest);
    }),
  );
  return found(isOther ? 'other_algorithm' : 'not_a_digest');
}

type Cause = { problem: Finding['problem']; digests: () => Iterable<Buffer> };

/**
 * Lists the mistakes to try, most likely first. Each is either in the secret or in the body; two mistakes are not
 * combined.
 */
function causes(secret: string, body: Buffer): Cause[] {
  const sha = (...parts: (string | Buffer)[]) =>
    parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
  const overBody = (messages: () => Iterable<string | Buffer>) =>
    function* () {
      for (const message of messages()) yield hmac(secret, message);
    };
  const underKey = (keys: (string | Buffer)[]) => () => keys.map((key) => hmac(key, body));
  return [
    { problem: 'trailing_newline', digests: overBody(() => withOtherEdges(body)) },
    { problem: 'reserialised', digests: overBody(() => spellingsOf(body)) },
    { problem: 'charset', digests: overBody(() => inOtherCharsets(body)) },
    { problem: 'byte_order_mark', digests: overBody(() => [Buffer.concat([mark, body]), withoutMark(body)]) },
    { problem: 'empty', digests: overBody(() => ['', '{}', 'null']) },
    { problem: 'encoded', digests: overBody(() => [body.toString('base64'), body.toString('hex')]) },
    {
      problem: 'secret_whitespace',
      digests: underKey([`${secret}\n`, `${secret}\r\n`, ` ${secret}`, `${secret} `]),
    },
    {
      problem: 'secret_decoded',
      digests: underKey(decoded(secret)),
    },
    { problem: 'not_hmac', digests: () => [sha(body), sha(secret, body), sha(body, secret)] },
    { problem: 'swapped', digests: () => [hmac(body, secret)] },
  ];
}

function withOtherEdges(body: Buffer): Buffer[] {
  const text = body.toString('latin1');
  const edges = [`${text}\n`, `${text}\r\n`, text.replace(/\r?\n$/, ''), text.trim(), `${text.trim()}\n`];
  return edges.map((edge) => Buffer.from(edge, 'latin1'));
}

function inOtherCharsets(body: Buffer): Buffer[] {
  const [utf8, latin1] = [body.toString('utf8'), body.toString('latin1')];
  return [
    Buffer.from(utf8, 'latin1'),
    Buffer.from(utf8, 'utf16le'),
    Buffer.from(latin1, 'utf8'),
    Buffer.from(body.toString('utf16le'), 'utf8'),
  ];
}

const mark = Buffer.from([0xef, 0xbb, 0xbf]);
const withoutMark = (body: Buffer) => (body.subarray(0, 3).equals(mark) ? body.subarray(3) : body);
