export interface UnsavedText {
  readonly text: string;
  /** Of the content that it was made from. */
  readonly revision: string | null;
}

const texts = new Map<string, UnsavedText>();

const ask = (event: BeforeUnloadEvent): void => event.preventDefault();

/** What was typed into files and not saved, by path. The browser asks before it closes the page with some of it. */
export const unsavedText = {
  of: (path: string): UnsavedText | null => texts.get(path) ?? null,
  keep: (path: string, unsaved: UnsavedText): void => {
    texts.set(path, unsaved);
    addEventListener('beforeunload', ask);
  },
  drop: (path: string): void => {
    texts.delete(path);
    if (texts.size === 0) removeEventListener('beforeunload', ask);
  },
};
