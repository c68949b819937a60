// Contains the colours of all pages, light and dark. Text has a contrast of at least 4.5 on its background.

const light = {
  paper: '#fff',
  ground: '#f6f7f9',
  sunk: '#f1f3f6',
  ink: '#12161c',
  soft: '#58626f',
  line: '#e4e7ec',
  rim: '#d0d6de',
  edge: '#868f9b',
  good: '#0b6b3f',
  'good-soft': '#e4f5ec',
  warn: '#874800',
  'warn-soft': '#fdf1da',
  bad: '#b0161f',
  'bad-soft': '#fdecec',
  info: '#155a9e',
  'info-soft': '#e6f1fb',
  back: '#6a3d9e',
  'back-soft': '#f3ecfb',
  in: '#2c9a6b',
  lift: '0 1px 2px rgb(16 24 40 / 5%)',
  float: '0 8px 28px rgb(16 24 40 / 16%)',
} as const;

const dark: Readonly<Record<keyof typeof light, string>> = {
  paper: '#14171b',
  ground: '#0d0f12',
  sunk: '#1d2127',
  ink: '#eceff3',
  soft: '#a2acb8',
  line: '#282d34',
  rim: '#3a414a',
  edge: '#6f7985',
  good: '#5ed39a',
  'good-soft': '#102c20',
  warn: '#f2b766',
  'warn-soft': '#33240c',
  bad: '#ff9c9c',
  'bad-soft': '#3a1719',
  info: '#85c1f5',
  'info-soft': '#11283e',
  back: '#cba9f5',
  'back-soft': '#2b1e3e',
  in: '#3fa877',
  lift: '0 0 transparent',
  float: '0 0 0 1px #282d34',
};

/** Returns the rules of a style sheet that set some colours in each theme. */
export function themeRules(themes: { light: object; dark: object }): string {
  const say = (colours: object) =>
    Object.entries(colours)
      .map(([name, value]) => `--${name}:${value}`)
      .join(';');
  return `:root{color-scheme:light dark;${say(themes.light)}}@media (prefers-color-scheme:dark){:root{${say(themes.dark)}}}`;
}

/** The rules that set the colours of every page. */
export const colourRules: string = themeRules({ light, dark });
