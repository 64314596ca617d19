/** Writes the page into the folder. Resolves to what the first visit loads, for each language: names in the folder. */
export function buildPage(
  outDir: string,
  options?: { readonly bracketed?: string },
): Promise<Readonly<Record<string, readonly string[]>>>;
