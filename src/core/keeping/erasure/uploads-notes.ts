/**
 * The notes of `uploads.json` without whose drive the copies are in, and without what went wrong: words of the vendor
 * may name the account. By what stays, the copies in the drive are known as those of this engine. Null if the text holds
 * no notes. What was not sent yet is not sent: its backup may be gone.
 */
export function withoutAccounts(text: string): string | null {
  try {
    const notes = JSON.parse(text) as {
      readonly uploads: Readonly<Record<string, { readonly status: string }>>;
    };
    const uploads = Object.entries(notes.uploads).map(([id, note]) => [
      id,
      { ...note, ...(UNFINISHED.includes(note.status) && { status: 'none' }), account: null, problem: null },
    ]);
    return `${JSON.stringify({ ...notes, uploads: Object.fromEntries(uploads) }, null, 1)}\n`;
  } catch {
    return null;
  }
}

/** Whether the notes are of any copy. @param text as `withoutAccounts` gives it */
export function areOfCopies(text: string): boolean {
  const { uploads } = JSON.parse(text) as { readonly uploads: object };
  return Object.keys(uploads).length > 0;
}

const UNFINISHED: readonly string[] = ['pending', 'uploading', 'failed'];
