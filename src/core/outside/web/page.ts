/** The readable part of a page. All of it is untrusted. */
export interface Page {
  readonly title: string;
  readonly description: string;
  /** Headings, paragraphs and lists on separate lines; the target of a link follows it in brackets. */
  readonly text: string;
  /** True if the rest is missing because the page is too long, or nested too deeply. */
  readonly isCut: boolean;
}

export interface SearchHit {
  readonly title: string;
  readonly url: string;
  readonly text: string;
}

/** Reads HTML, however broken. Neither method throws; both are linear in the text. */
export interface PageReader {
  /** Resolves links against `url`. Leaves out invisible content (scripts, hidden parts). */
  page(html: string, url: string): Promise<Page>;
  /** The results in a page of the public fallback, without advertisements. */
  hits(html: string): Promise<readonly SearchHit[]>;
}
