/** The readable text of a page, or of a part of it, for comparison with what it was before. */
export interface WatchedText {
  /**
   * `html`: the page as it came, or plain text. Null if the selector matches nothing. Linear in the text.
   * @throws Refusal invalid_selector; watch_unreadable if the page is too large or nested too deeply for a selector
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
