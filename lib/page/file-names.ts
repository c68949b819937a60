// Names the files that every page uses, and their types.

export const fileTypes = {
  'page.css': 'text/css; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'page.woff2': 'font/woff2',
  'icons.svg': 'image/svg+xml',
  'logo.svg': 'image/svg+xml',
} as const;
export type FileName = keyof typeof fileTypes;

/** A file of the pages. `name`: its name in the address, with a hash, so that a browser can keep it. */
export type PageFile = { name: string; type: string; bytes: Buffer };
export type PageFiles = Readonly<Record<FileName, PageFile>>;

/** The pattern of all names in addresses, for a route. */
export const filePattern = `(${Object.keys(fileTypes)
  .map((name) => name.replace('.', '-[0-9a-f]{16}\\.'))
  .join('|')})`;
