import { workspaceLimits } from './limits.ts';
import type { Workspace, WorkspacePath } from '../../ports/workspace.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { refuse } from './errors.ts';

/**
 * The name of an unfinished write. A killed process leaves such a file behind; it may be deleted at any
 * time. A path from a model or client may not name one, in any letter case.
 */
export const temporaryPrefix = '.svc-tmp-';

const encoder = new TextEncoder();

/**
 * Parses the path of something new, from a model or a client. It never repairs: anything but a plain relative path inside
 * the workspace is refused, so that no later step and no other system can read it as another path.
 * @throws Refusal invalid_path, outside_workspace
 */
export function parseWorkspacePath(text: string): WorkspacePath {
  if (text === '' || text.length > workspaceLimits.pathChars) throw refuse.invalid_path();
  // Control characters, NUL, backslashes, and characters that normalise to a dot or a slash.
  if (/[\u0000-\u001f\u007f\\]/u.test(text) || !text.isWellFormed()) throw refuse.invalid_path();
  if (!isAlike(text)) throw refuse.invalid_path();
  // Percent-encoded once or more: decoded later, it would be another path.
  if (/%(?:25)*(?:2e|2f|5c|00)/iu.test(text)) throw refuse.invalid_path();
  const segments = text.split('/').filter((segment, index) => !(segment === '.' && index === 0));
  // A shell reads `~` alone as its home.
  if (text.startsWith('/') || /^(?:~$|[A-Za-z]:)/u.test(segments[0] ?? '')) throw refuse.outside_workspace();
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

/** Whether normalising, which makes other characters of look-alikes, adds no slash, and no name of dots or with one at its end. */
function isAlike(text: string): boolean {
  const [names, normalised] = [text.split('/'), text.normalize('NFKC').split('/')];
  if (names.length !== normalised.length || normalised.some((name) => name.includes('\\'))) return false;
  return normalised.every((name, nth) => name === names[nth] || !name.endsWith('.'));
}

/**
 * Parses the path of something that a listing shows, whose name may be one that nothing new gets. It cannot leave the
 * workspace: its parts are names of entries, and none is `..`.
 * @throws Refusal invalid_path, outside_workspace
 */
export function listedPath(text: string): WorkspacePath {
  const segments = text.split('/').filter((segment, index) => !(segment === '.' && index === 0));
  if (text.startsWith('/') || segments.includes('..')) throw refuse.outside_workspace();
  const areNames = segments.every(
    (segment) => segment !== '' && segment !== '.' && !isTemporary(segment) && isStorable(segment),
  );
  if (segments.length === 0 || !areNames || text.length > workspaceLimits.pathChars)
    throw refuse.invalid_path();
  return segments;
}

const isStorable = (name: string): boolean =>
  !name.includes('\0') && name.isWellFormed() && encoder.encode(name).length <= workspaceLimits.segmentBytes;

/**
 * Calls `use` with the path of something that is there, and with that of the one entry that differs only in how its letters
 * are composed (`é` as one character or as two), if there is none of this path. What is not there is refused as a path of
 * something new is.
 * @throws Refusal invalid_path, outside_workspace, and what `use` throws
 */
export async function atListedPath<T>(
  workspace: Pick<Workspace, 'list'>,
  text: string,
  use: (path: WorkspacePath) => Promise<T>,
): Promise<T> {
  const path = listedPath(text);
  try {
    return await use(path);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const there = await composedElse(workspace, path);
    if (there !== null) return await use(there);
    parseWorkspacePath(text);
    throw error;
  }
}

const isNotFound = (error: unknown): boolean => isRefusal(error) && error.code === 'file_not_found';

/**
 * Parses the path of something to write. What is there already under the same name is meant, however its letters are
 * composed, and so is each folder on the way; the rest is as it is given.
 * @throws Refusal invalid_path, outside_workspace
 */
export async function pathToWrite(workspace: Pick<Workspace, 'list'>, text: string): Promise<WorkspacePath> {
  return await asOnDisk(workspace, parseWorkspacePath(text));
}

/** The same path with the names of what is there already, however their letters are composed. */
export async function asOnDisk(
  workspace: Pick<Workspace, 'list'>,
  path: WorkspacePath,
): Promise<WorkspacePath> {
  if (path.every(isPlain)) return path;
  const found: string[] = [];
  for (const name of path) {
    const names = await namesIn(workspace, found, sameLetters(name));
    const [only, ...others] = names;
    if (only === undefined) return [...found, ...path.slice(found.length)];
    found.push(others.length > 0 || names.includes(name) ? name : only);
  }
  return found;
}

/**
 * The one entry that is called so as people say it: in any capitals, width and composition of its letters. Null if there is
 * none, or more than one.
 * @throws Refusal invalid_path, outside_workspace
 */
export async function pathAsSaid(
  workspace: Pick<Workspace, 'list'>,
  text: string,
): Promise<WorkspacePath | null> {
  return await otherwiseSpelled(workspace, listedPath(text), (name) => {
    const said = foldedName(name);
    return (one) => foldedName(one) === said;
  });
}

const foldedName = (name: string): string => name.normalize('NFKC').replace(/\s+/gu, ' ').toLowerCase();

const isPlain = (name: string): boolean => /^[\0-\u007f]*$/u.test(name);

function sameLetters(name: string): (one: string) => boolean {
  const composed = name.normalize();
  return (one) => one.normalize() === composed;
}

/** Null if there is no such path, or more than one. */
async function composedElse(
  workspace: Pick<Workspace, 'list'>,
  path: WorkspacePath,
): Promise<WorkspacePath | null> {
  return path.every(isPlain) ? null : await otherwiseSpelled(workspace, path, sameLetters);
}

/** Null if there is no such path, or more than one. */
async function otherwiseSpelled(
  workspace: Pick<Workspace, 'list'>,
  path: WorkspacePath,
  like: (name: string) => (one: string) => boolean,
): Promise<WorkspacePath | null> {
  const found: string[] = [];
  for (const name of path) {
    const names = await namesIn(workspace, found, like(name));
    const there = names.includes(name) ? name : names[0];
    if (there === undefined || (there !== name && names.length > 1)) return null;
    found.push(there);
  }
  return found;
}

async function namesIn(
  workspace: Pick<Workspace, 'list'>,
  folder: WorkspacePath,
  matches: (name: string) => boolean,
): Promise<readonly string[]> {
  try {
    const { entries } = await workspace.list(folder, {
      depth: 1,
      most: workspaceLimits.listEntries,
      matches,
    });
    return entries.map(({ path }) => path.at(-1) ?? '');
  } catch (error) {
    if (isRefusal(error)) return [];
    throw error;
  }
}
