/** The readable part of a page. All of it is untrusted. */
export interface Page {
  readonly title: string;
  readonly description: string;
  /** Headings, paragraphs and lists in lines; the target of a link stands in brackets behind it. */
  readonly text: string;
  /** More of it is not there: the page is too long, or nested too deeply. */
  readonly isCut: boolean;
}

export interface SearchHit {
  readonly title: string;
  readonly url: string;
  readonly text: string;
}

/** Reads HTML, however broken. Neither throws; both take a time that is linear in the text. */
export interface PageReader {
  /** Links become whole addresses by `url`. What the page does not show (scripts, hidden parts) is left out. */
  page(html: string, url: string): Promise<Page>;
  /** The results in a page of the public fallback; advertisements are none. */
  hits(html: string): Promise<readonly SearchHit[]>;
}
