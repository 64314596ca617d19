/** The readable text of a page, or of a part of it, for comparison with what it was before. */
export interface WatchedText {
  /**
   * `html`: the page as it came, or plain text. With a selector: the outermost elements that it finds; null if there are
   * none. Linear in the page, whatever the selector is; of a page of HTML the first 500,000 characters of text are read.
   * @throws Refusal invalid_selector; watch_unreadable if the page is nested too deeply for a selector
   */
  read(page: {
    readonly html: string;
    readonly url: string;
    readonly isHtml: boolean;
    readonly selector: string | null;
  }): Promise<string | null>;
  /** @throws Refusal invalid_selector */
  checkSelector(selector: string): void;
}
