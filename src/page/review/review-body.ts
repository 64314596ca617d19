interface Changes {
  readonly runId: string | null;
  readonly files: readonly { readonly path: string }[];
}

/** The review that keeps the files of these paths and undoes all others. */
export function reviewOf({ runId, files }: Changes, kept: readonly string[]) {
  const named = runId === null ? {} : { runId };
  const rolledBackFiles = files.map(({ path }) => path).filter((path) => !kept.includes(path));
  if (rolledBackFiles.length === 0) return { action: 'accept' as const, ...named };
  if (rolledBackFiles.length === files.length) return { action: 'rollback' as const, ...named };
  return { action: 'partial' as const, ...named, rolledBackFiles };
}
