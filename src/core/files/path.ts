import { workspaceLimits } from './limits.ts';
import type { WorkspacePath } from '../ports/workspace.ts';
import { refuse } from './errors.ts';

/**
 * Unfinished writes are named like this. A killed process leaves such a file behind; it may be deleted at any
 * time. No path of a model or client may name one, in whatever case a file system would fold it to.
 */
export const temporaryPrefix = '.svc-tmp-';

const encoder = new TextEncoder();

/**
 * The one reading of a path that came from a model or a client. It never repairs: what is not
 * plainly a relative path inside the workspace is refused, so that no later step sees another path than this.
 * @throws Refusal invalid_path, outside_workspace
 */
export function parseWorkspacePath(text: string): WorkspacePath {
  if (text === '' || text.length > workspaceLimits.pathChars) throw refuse.invalid_path();
  // Control characters, NUL, backslashes, and characters that only look like a dot or a slash once normalised.
  if (/[\u0000-\u001f\u007f\\]/u.test(text) || !text.isWellFormed()) throw refuse.invalid_path();
  if (text.normalize('NFKC') !== text && /[./\\]/u.test(onlyNew(text))) throw refuse.invalid_path();
  // Still encoded, once or more: decoded later it would be another path.
  if (/%(?:25)*(?:2e|2f|5c|00)/iu.test(text)) throw refuse.invalid_path();
  const segments = text.split('/').filter((segment, index) => !(segment === '.' && index === 0));
  if (text.startsWith('/') || /^(?:~|[A-Za-z]:)/u.test(segments[0] ?? '')) throw refuse.outside_workspace();
  if (segments.includes('..')) throw refuse.outside_workspace();
  if (segments.length === 0 || !segments.every(isName)) throw refuse.invalid_path();
  return segments;
}

function isName(segment: string): boolean {
  // Some file systems drop trailing dots and spaces: the name would be another one on disk.
  if (segment === '' || /[.\s]$/u.test(segment)) return false;
  // Where it is looked at alone, Windows takes it for a drive.
  if (/^[A-Za-z]:/u.test(segment)) return false;
  if (encoder.encode(segment).length > workspaceLimits.segmentBytes) return false;
  return !isTemporary(segment);
}

/** Whether an entry of this name is an unfinished write, in whatever case or width the name is told. */
export function isTemporary(name: string): boolean {
  return name.normalize('NFKC').toLowerCase().startsWith(temporaryPrefix);
}

/** What normalising would add: look-alikes turn into characters that were not typed. */
function onlyNew(text: string): string {
  return Array.from(text)
    .filter((character) => character.normalize('NFKC') !== character)
    .map((character) => character.normalize('NFKC'))
    .join('');
}
