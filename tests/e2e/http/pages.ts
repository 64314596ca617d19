/** Reads a list page by page, to its end. */
export async function pagesOf<Page extends { readonly nextCursor: string | null }>(
  read: (at: { readonly cursor?: string }) => Promise<Page>,
): Promise<readonly Page[]> {
  const pages: Page[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: Page = await read(cursor === undefined ? {} : { cursor });
    pages.push(page);
    cursor = page.nextCursor;
  }
  return pages;
}
