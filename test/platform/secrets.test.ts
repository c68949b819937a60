import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hashSecret, isSameSecret, makeSealer } from '../../lib/platform/secrets.ts';

const sealer = makeSealer({ DATA_KEYS: [randomBytes(32).toString('base64')] });

describe('a sealed secret', () => {
  test('opens for its owner and does not show', () => {
    const sealed = sealer.seal('correct horse', 'client-1');

    expect(sealed).not.toContain('correct');
    expect(sealer.open(sealed, 'client-1')).toBe('correct horse');
  });

  test('does not open for another owner, under another key, or changed', () => {
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

test('secrets are compared by value, of any length', () => {
  expect(isSameSecret(hashSecret('a'), hashSecret('a'))).toBe(true);
  expect(isSameSecret('a', 'b')).toBe(false);
  expect(isSameSecret('a', '')).toBe(false);
});
