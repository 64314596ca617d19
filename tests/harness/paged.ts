import { everyPage, type Page } from '../../src/core/kernel/page.ts';

/** The items of each page of a list, to its end. */
export async function pagesOf<Item, Position>(
  read: (after: Position | null) => Promise<Page<Item, Position>>,
): Promise<(readonly Item[])[]> {
  const pages: (readonly Item[])[] = [];
  for await (const items of everyPage(read)) pages.push(items);
  return pages;
}
