// Contains the icons of the pages: lines of two units on a square of 24. A page shows an icon as a mask, so that it has
// the colour of the text. The content policy allows masks, but not parts of other SVG files.

import { type Html, h } from './elements.ts';

const icons = {
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  inbox: 'M3 13l3-8h12l3 8v6H3zM3 13h5l2 3h4l2-3h5',
  send: 'M7 17L17 7M8 7h9v9',
  layers: 'M12 3l9 4.5-9 4.5-9-4.5zM3 12l9 4.5 9-4.5M3 16.5l9 4.5 9-4.5',
  bank: 'M3 10l9-6 9 6zM5 10v8M10 10v8M14 10v8M19 10v8M3 20h18',
  plus: 'M12 5v14M5 12h14',
  upload: 'M12 15V4M7 9l5-5 5 5M4 15v5h16v-5',
  back: 'M8 5l-5 5 5 5M3 10h11a5 5 0 010 10h-3',
  shield: 'M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6z',
  people: 'M9 11a4 4 0 100-8 4 4 0 000 8zM2 20a7 7 0 0114 0M16 3.5a4 4 0 010 7M18 14a7 7 0 014 6',
  bolt: 'M13 3L5 14h6l-1 7 8-11h-6z',
  search: 'M11 4a7 7 0 100 14 7 7 0 000-14zM20 20l-4-4',
  globe: 'M12 3a9 9 0 100 18 9 9 0 000-18zM3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18',
  leave: 'M10 4H4v16h6M15 8l4 4-4 4M19 12H9',
  alert: 'M12 4L2.5 20h19zM12 10v4M12 17v.5',
  check: 'M5 12.5l5 5L19.5 7',
  info: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 11v5M12 8v.1',
  menu: 'M4 7h16M4 12h16M4 17h16',
  left: 'M14 6l-6 6 6 6',
  right: 'M10 6l6 6-6 6',
  receipt: 'M5 3h14v18l-3.5-2-3.5 2-3.5-2L5 21zM9 8h6M9 12h6',
  again: 'M4 10V7h14l-3-3M20 14v3H6l3 3',
  key: 'M8 16a4 4 0 113.5-6H21v3h-2v3h-3v-3h-4.5A4 4 0 018 16z',
  flask: 'M9 3h6M10 3v6L4 20h16L14 9V3',
  clock: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 7v5l4 2',
  file: 'M6 3h8l5 5v13H6zM14 3v5h5',
  download: 'M12 4v11M7 10l5 5 5-5M4 16v4h16v-4',
} as const;
export type Icon = keyof typeof icons;
const names = Object.keys(icons) as Icon[];

/** Returns all icons in one row, as an SVG file. */
export function spriteText(): string {
  const paths = names.map((name, index) => `<path transform="translate(${index * 24})" d="${icons[name]}"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${names.length * 24} 24" fill="none" stroke="#000" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round">${paths.join('')}</svg>`;
}

/** Returns the rules of the style sheet that choose an icon of the row. */
export const iconRules = (): string => names.map((name, index) => `.i-${name}{--n:${index}}`).join('');

/** Draws an icon. It says nothing to a screen reader, so a word stands beside it. */
export const icon = (name: Icon): Html => h.i({ class: `i i-${name}`, 'aria-hidden': 'true' });
