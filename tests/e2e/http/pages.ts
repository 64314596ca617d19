/** Every page of a list: each call is asked with what its query needs to go on. */
export async function everyPage<Page extends { readonly nextCursor: string | null }>(
  ask: (more: { readonly cursor?: string }) => Promise<Page>,
): Promise<readonly Page[]> {
  const pages = [await ask({})];
  for (let cursor = pages[0]?.nextCursor ?? null; cursor !== null; cursor = pages.at(-1)?.nextCursor ?? null)
    pages.push(await ask({ cursor }));
  return pages;
}
