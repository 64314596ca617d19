/** What is known of one call of a tool. */
interface Called {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: { readonly output: string; readonly success: boolean } | null;
}

export interface SavedArtifact {
  readonly artifactId: string;
  /** Null for a new version that kept its title. */
  readonly title: string | null;
}

/** What the engine says of it; the tools of others have longer names. */
const TOOL = 'save_artifact';
const SAVED = /^Saved as the artifact ([\da-z-]{1,100}), version \d/u;

/** The artifact that a call has saved; null for any other call, and for one that failed. */
export function savedBy({ name, input, result }: Called): SavedArtifact | null {
  const [, artifactId] = name === TOOL && result?.success === true ? (SAVED.exec(result.output) ?? []) : [];
  if (artifactId === undefined) return null;
  const { title } = input;
  return { artifactId, title: typeof title === 'string' && title.trim() !== '' ? title.trim() : null };
}
