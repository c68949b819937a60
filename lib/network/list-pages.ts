// The pages of a PSP's list, one after the other, until it has no more or goes round in circles.

import type { Listed } from './psp-books.ts';

/** What `pageQuery` asks for. */
export const itemsPerPage = 100;

/** The query of one page of the payments from one instant until another, as the Central Bank's Pix API takes it. */
export const pageQuery = ({ from, to }: { from: string; to: string }, index: number) =>
  new URLSearchParams({
    inicio: from,
    fim: to,
    'paginacao.paginaAtual': String(index),
    'paginacao.itensPorPagina': String(itemsPerPage),
  });

/** What one page says; `pages`: how many there are, where the PSP tells. */
type Page = { items: unknown[]; pages?: number };

type Options<Item> = {
  readPage: (index: number) => Promise<Page>;
  /** Undefined for what cannot be read. */
  read: (item: unknown) => Item | undefined;
  /** The same for the same item. */
  nameOf: (item: Item) => string;
  itemsPerPage: number;
  pagesMax: number;
};

/** An item that is listed twice is one; two that differ under one name are both told. */
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
    // It says that there is more: a page that brings nothing new is no way to get there.
    if (items.length === 0 || found.size + unread === before) faults.add('a page brings nothing new');
    else if (index + 1 === pagesMax) faults.add('there are more pages than are read');
    else continue;
    break;
  }
  if (unread > 0) faults.add(`${unread} of its items cannot be read`);
  return { items: [...found.values()], faults: [...faults] };
}
