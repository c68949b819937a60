import { expect, test } from 'vitest';
import { accentRules, accentsOf, contrast } from '../../lib/page/brand.ts';
import { logoOf } from '../../lib/page/logo.ts';

/** Colours over the whole cube, with its corners. */
const parts = ['00', '33', '80', 'cc', 'ff'];
const accents = parts.flatMap((red) =>
  parts.flatMap((green) => parts.map((blue) => `#${red}${green}${blue}`)),
);

test('every accent gives labels and texts that can be read, light and dark', () => {
  for (const accent of accents) {
    const { light, dark } = accentsOf(accent);
    for (const [theme, page] of [
      [light, '#ffffff'],
      [dark, '#14171b'],
    ] as const) {
      expect(contrast(theme['on-accent'], theme.accent), accent).toBeGreaterThanOrEqual(4.5);
      expect(contrast(theme['accent-ink'], page), accent).toBeGreaterThanOrEqual(4.5);
      expect(contrast(theme['accent-ink'], theme['accent-soft']), accent).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(dark.accent, '#14171b'), accent).toBeGreaterThanOrEqual(3);
  }
});

test('an accent with enough contrast is kept as it is', () => {
  expect(accentsOf('#3f4fd6').light.accent).toBe('#3f4fd6');
  expect(accentRules('#3f4fd6')).toContain('--accent:#3f4fd6;');
});

test('the contrast of black and white is 21, as WCAG defines it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
});

const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>';

test('a logo is a picture: a file with a program, another document or an outside address is refused', () => {
  expect(logoOf(picture, '#3f4fd6')).toBe(picture);
  const bad = [
    picture.replace('<path', '<script>alert(1)</script><path'),
    picture.replace('<path', '<path onload="alert(1)"'),
    picture.replace('<path', '<foreignObject/><path'),
    picture.replace('<path', '<image href="https://example.com/a.png"/><path'),
    picture.replace('<path', '<use xlink:href="other.svg#a"/><path'),
    picture.replace('<path', '<path fill="url(https://example.com/a)"'),
    'not a picture',
    picture.replace('<path', `${'<g/>'.repeat(6_000)}<path`),
  ];
  for (const text of bad) expect(() => logoOf(text, '#3f4fd6'), text.slice(0, 80)).toThrow(/BRAND_LOGO/);
});

test('without a logo the standard mark has the colour of the brand', () => {
  expect(logoOf(undefined, '#aa0000')).toContain('fill="#aa0000"');
});
