import { workspaceLimits } from './limits.ts';
import type { WorkspacePath } from '../ports/workspace.ts';
import { refuse } from './errors.ts';

/**
 * The name of an unfinished write. A killed process leaves such a file behind; it may be deleted at any
 * time. A path from a model or client may not name one, in any letter case.
 */
export const temporaryPrefix = '.svc-tmp-';

const encoder = new TextEncoder();

/**
 * The only parser of a path that came from a model or a client. It never repairs: anything but a plain relative path
 * inside the workspace is refused, so that no later step can read it as another path.
 * @throws Refusal invalid_path, outside_workspace
 */
export function parseWorkspacePath(text: string): WorkspacePath {
  if (text === '' || text.length > workspaceLimits.pathChars) throw refuse.invalid_path();
  // Control characters, NUL, backslashes, and characters that normalise to a dot or a slash.
  if (/[\u0000-\u001f\u007f\\]/u.test(text) || !text.isWellFormed()) throw refuse.invalid_path();
  if (text.normalize('NFKC') !== text && /[./\\]/u.test(onlyNew(text))) throw refuse.invalid_path();
  // Percent-encoded once or more: decoded later, it would be another path.
  if (/%(?:25)*(?:2e|2f|5c|00)/iu.test(text)) throw refuse.invalid_path();
  const segments = text.split('/').filter((segment, index) => !(segment === '.' && index === 0));
  if (text.startsWith('/') || /^(?:~|[A-Za-z]:)/u.test(segments[0] ?? '')) throw refuse.outside_workspace();
  if (segments.includes('..')) throw refuse.outside_workspace();
  if (segments.length === 0 || !segments.every(isName)) throw refuse.invalid_path();
  return segments;
}

function isName(segment: string): boolean {
  // Some file systems drop trailing dots and spaces, so the name on disk would differ.
  if (segment === '' || /[.\s]$/u.test(segment)) return false;
  // Windows reads such a segment as a drive.
  if (/^[A-Za-z]:/u.test(segment)) return false;
  if (encoder.encode(segment).length > workspaceLimits.segmentBytes) return false;
  return !isTemporary(segment);
}

/** Whether this is the name of an unfinished write, in any letter case or width. */
export function isTemporary(name: string): boolean {
  return name.normalize('NFKC').toLowerCase().startsWith(temporaryPrefix);
}

/** The characters that normalising would add: look-alikes become characters that were not typed. */
function onlyNew(text: string): string {
  return Array.from(text)
    .filter((character) => character.normalize('NFKC') !== character)
    .map((character) => character.normalize('NFKC'))
    .join('');
}
