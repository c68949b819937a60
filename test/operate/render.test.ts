import { expect, test } from 'vitest';
import { render } from '../../operate/admin/render.ts';

test('external text can neither move the cursor of an operator’s terminal nor reverse its text', () => {
  const name = 'Ana\u001b[2K\u001b]8;;http://x\u0007\u202egnal\u200b\u2028\r\nAccount  1';

  const text = render({ worked: true, payer: { name }, payments: [{ name }] });

  expect(text.match(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu)).toEqual(Array(text.split('\n').length - 1).fill('\n'));
  expect(text).toContain(
    'Ana\\u{1b}[2K\\u{1b}]8;;http://x\\u{7}\\u{202e}gnal\\u{200b}\\u{2028}\\u{d}\\u{a}Account  1',
  );
  expect(text.split('\n').filter((line) => line.startsWith('Account'))).toEqual([]);
});

test('names and other texts of people are shown unchanged', () => {
  expect(render({ worked: true, name: 'João & Søn – 日本 💸' })).toBe('name  João & Søn – 日本 💸\n');
});
