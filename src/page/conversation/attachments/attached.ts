/** A file of the workspace that goes with a task. */
export interface Attached {
  readonly path: string;
  readonly name: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
  /** Of its content when it was sent; where it is not known, whatever the file holds now is shown. */
  readonly sha256?: string;
  /** A task that may have reached the engine names it, so the file stays when it is taken off this one. */
  readonly wasSent?: boolean;
}

/** What the engine takes (`core/workspace/attachments/limits.ts`). */
export const FILE_BYTES = 25 * 1024 * 1024;
export const FILES_PER_TASK = 20;

/** The images that browsers and models take. */
export const isPicture = ({ mediaType }: { readonly mediaType: string }): boolean =>
  ['image/png', 'image/jpeg', 'image/gif', 'image/webp'].includes(mediaType);

/** The part of a request that names the files; nothing where there are none. */
export const named = (files: readonly Attached[]): { readonly attachments?: { readonly path: string }[] } =>
  files.length === 0 ? {} : { attachments: files.map(({ path }) => ({ path })) };
