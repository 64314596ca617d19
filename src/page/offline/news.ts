/** What a tab asks the worker to tell, where no tab of the page is looked at. */
export interface News {
  readonly title: string;
  /** Empty if the person wants no words of conversations. */
  readonly body: string;
  /** Of two with the same tag only the newer one is shown: each tab asks for it. */
  readonly tag: string;
  /** The place that a click opens: `#/…`. */
  readonly address: string;
}
