// Derives the accent colours of the pages, light and dark, from the accent of the brand.

import { themeRules } from './colours.ts';

type Colour = readonly [red: number, green: number, blue: number];

const white: Colour = [255, 255, 255];
const ink: Colour = [18, 22, 28];
/** The colours of the page (page.css). */
const [lightPage, darkPage]: readonly [Colour, Colour] = [white, [20, 23, 27]];
/** Minimum contrast of a button's label, of a text, and of a button beside the dark page (WCAG 2, 1.4.3 and 1.4.11). */
const [labelLeast, textLeast, shapeLeast] = [4.5, 5, 3];

const parse = (text: string): Colour => [
  Number.parseInt(text.slice(1, 3), 16),
  Number.parseInt(text.slice(3, 5), 16),
  Number.parseInt(text.slice(5, 7), 16),
];
const written = (colour: Colour) =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

const mixed = (one: Colour, other: Colour, share: number): Colour => {
  const at = (index: 0 | 1 | 2) => Math.round(one[index] + (other[index] - one[index]) * share);
  return [at(0), at(1), at(2)];
};

/** Returns the relative luminance (WCAG 2). */
function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Colour;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: Colour, other: Colour): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}
/** Returns the contrast of two colours, from 1 to 21 (WCAG 2). */
export const contrast = (one: string, other: string): number => contrastOf(parse(one), parse(other));

/** Mixes a colour with another one in steps of a fiftieth until it is good enough. */
function mixedUntil(from: Colour, to: Colour, isGood: (colour: Colour) => boolean): Colour {
  for (let step = 0; step < 50; step += 1) {
    const colour = mixed(from, to, step / 50);
    if (isGood(colour)) return colour;
  }
  return to;
}

const labelOn = (fill: Colour) => (contrastOf(white, fill) >= labelLeast ? white : ink);

function themeOf(accent: Colour, page: Colour, to: Colour, { softShare, fillLeast }: Record<string, number>) {
  const isFill = (colour: Colour) =>
    contrastOf(colour, page) >= (fillLeast ?? 0) && contrastOf(labelOn(colour), colour) >= labelLeast;
  const fill = mixedUntil(accent, to, isFill);
  const label = labelOn(fill);
  const soft = mixed(page, accent, softShare ?? 0);
  const text = mixedUntil(
    accent,
    to,
    (colour) => contrastOf(colour, soft) >= textLeast && contrastOf(colour, page) >= textLeast,
  );
  return {
    accent: written(fill),
    'on-accent': written(label),
    'accent-hover': written(mixed(fill, label === white ? [0, 0, 0] : white, 0.14)),
    'accent-ink': written(text),
    'accent-soft': written(soft),
  };
}

/** Returns the colours of both themes. Every accent is accepted, because each colour is mixed until it can be read. */
export function accentsOf(accent: string) {
  const colour = parse(accent);
  return {
    light: themeOf(colour, lightPage, ink, { softShare: 0.09, fillLeast: 1.25 }),
    dark: themeOf(colour, darkPage, white, { softShare: 0.16, fillLeast: shapeLeast }),
  };
}

/** Returns the rules of a style sheet that set the colours of the brand. */
export const accentRules = (accent: string): string => themeRules(accentsOf(accent));
