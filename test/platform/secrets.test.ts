import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hashSecret, isSameSecret, makeSealer } from '../../lib/platform/secrets.ts';

const sealer = makeSealer({ DATA_KEYS: [randomBytes(32).toString('base64')] });

describe('an encrypted secret', () => {
  test('an encrypted secret can be decrypted by its owner, and is unreadable otherwise', () => {
    const sealed = sealer.seal('correct horse', 'client-1');

    expect(sealed).not.toContain('correct');
    expect(sealer.open(sealed, 'client-1')).toBe('correct horse');
  });

  test('an encrypted secret cannot be decrypted by a different owner, with a different key, or after a change', () => {
    const sealed = sealer.seal('correct horse', 'client-1');
    const changed = sealed.replace(
      /\.(.)([^.]*)$/,
      (_, first, rest) => `.${first === 'A' ? 'B' : 'A'}${rest}`,
    );

    expect(() => sealer.open(sealed, 'client-2')).toThrow();
    expect(() =>
      makeSealer({ DATA_KEYS: [randomBytes(32).toString('base64')] }).open(sealed, 'client-1'),
    ).toThrow();
    expect(() => sealer.open(changed, 'client-1')).toThrow();
    expect(() => sealer.open('v1.x', 'client-1')).toThrow();
  });
});

test('two secrets are compared by value, for any length', () => {
  expect(isSameSecret(hashSecret('a'), hashSecret('a'))).toBe(true);
  expect(isSameSecret('a', 'b')).toBe(false);
  expect(isSameSecret('a', '')).toBe(false);
});
