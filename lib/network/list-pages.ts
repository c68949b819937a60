// Reads the pages of a PSP's list until the last page, or until a page has no new items.

import type { Listed } from './psp-books.ts';

/** Number of items on a page, in `pageQuery`. */
export const itemsPerPage = 100;

/** Returns the query for one page of payments between two instants, in the form of the Central Bank's Pix API. */
export const pageQuery = ({ from, to }: { from: string; to: string }, index: number) =>
  new URLSearchParams({
    inicio: from,
    fim: to,
    'paginacao.paginaAtual': String(index),
    'paginacao.itensPorPagina': String(itemsPerPage),
  });

/** One page of a list. `pages`: total number of pages, if the PSP sends it. */
type Page = { items: unknown[]; pages?: number };

type Options<Item> = {
  readPage: (index: number) => Promise<Page>;
  /** Reads an item. Returns undefined for an item that cannot be read. */
  read: (item: unknown) => Item | undefined;
  /** Returns the name that identifies an item. */
  nameOf: (item: Item) => string;
  itemsPerPage: number;
  pagesMax: number;
};

/**
 * Reads all pages. An item that is listed twice counts once. Two different items with the same name are both returned.
 */
export async function listPages<Item>(options: Options<Item>): Promise<Listed<Item>> {
  const { readPage, read, nameOf, itemsPerPage, pagesMax } = options;
  const found = new Map<string, Item>();
  const faults = new Set<string>();
  let unread = 0;
  for (let index = 0; ; index++) {
    const { items, pages } = await readPage(index);
    const before = found.size + unread;
    for (const said of items) {
      const item = read(said);
      if (item) found.set(`${nameOf(item)} ${JSON.stringify(item)}`, item);
      else unread += 1;
    }
    const isLast = pages === undefined ? items.length < itemsPerPage : index + 1 >= pages;
    if (isLast) break;
    // The PSP reports more pages. Reading stops anyway if a page contains nothing new, or at the maximum number of
    // pages.
    if (items.length === 0 || found.size + unread === before) faults.add('a page has no new items');
    else if (index + 1 === pagesMax) faults.add('there are more pages than the maximum');
    else continue;
    break;
  }
  if (unread > 0) faults.add(`${unread} items cannot be read`);
  return { items: [...found.values()], faults: [...faults] };
}
