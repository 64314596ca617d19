import { placeOfArea } from '../app/place.ts';

/** What the address of the area names. */
export type FilePlace =
  | { readonly shows: 'folder'; readonly path: string }
  | { readonly shows: 'file'; readonly path: string }
  | { readonly shows: 'deleted' };

/** No path is spelled so: a path has its colons encoded. */
export const DELETED_PART = ':deleted';

/** A folder ends with a slash; no part is the workspace itself. */
export function filePlaceIn(part: string | null): FilePlace {
  if (part === null) return { shows: 'folder', path: '' };
  if (part === DELETED_PART) return { shows: 'deleted' };
  const path = decoded(part);
  return path.endsWith('/') ? { shows: 'folder', path: path.slice(0, -1) } : { shows: 'file', path };
}

export const partOfFile = (path: string): string => encodeURIComponent(path.toWellFormed());
export const partOfFolder = (path: string): string | null => (path === '' ? null : partOfFile(`${path}/`));

export const placeOfFile = (path: string): string => placeOfArea('files', partOfFile(path));
export const placeOfFolder = (path: string): string => placeOfArea('files', partOfFolder(path));

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
