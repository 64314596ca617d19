// Room: the agent's tools for files, documents and spreadsheets of the cloud account. No tool reaches
// backups; a change asks, and consent that lasts covers what is the owner's alone.

import { refuse } from './errors.ts';
import { cloudFileLimits } from './limits.ts';

export const FOLDER = 'application/vnd.google-apps.folder';
export const DOCUMENT = 'application/vnd.google-apps.document';
export const SPREADSHEET = 'application/vnd.google-apps.spreadsheet';
const PRESENTATION = 'application/vnd.google-apps.presentation';
export const SHORTCUT = 'application/vnd.google-apps.shortcut';

/** What a search can be narrowed to. */
export const FILE_TYPES = [
  'folder',
  'document',
  'spreadsheet',
  'presentation',
  'pdf',
  'image',
  'text',
] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** A file or folder of the owner's drive. Names and addresses in it are words of others. */
export interface CloudFile {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  /** Null for folders and for what is edited at the vendor's. */
  readonly sizeBytes: number | null;
  /** Of its content; null where there are no bytes. */
  readonly md5: string | null;
  /** Milliseconds since the epoch; null if the drive does not say. */
  readonly modifiedAt: number | null;
  /** The address of the owner; null if the drive does not say. */
  readonly owner: string | null;
  readonly isOwned: boolean;
  /** Whether others see it, too. */
  readonly isShared: boolean;
  readonly isInBin: boolean;
  readonly parents: readonly string[];
  /** Carries the mark of an instance's backups. */
  readonly isMarked: boolean;
  /** What a shortcut leads to. */
  readonly target: string | null;
}

const ID = /^[\w-]{10,200}$/u;
const ADDRESS =
  /^https:\/\/(?:docs|drive)\.google\.com\/(?:[^?#]*\/)?(?:d|folders)\/([\w-]{10,200})(?:[/?#]|$)/u;
const QUERY_ADDRESS =
  /^https:\/\/(?:docs|drive)\.google\.com\/[^?#]*\?(?:[^#]*&)?id=([\w-]{10,200})(?:[&#]|$)/u;

export const isId = (text: string): boolean => ID.test(text);

/** The id in what a model names: an id, or an address as people copy it. @throws Refusal cloud_id_invalid */
export function idFrom(text: string): string {
  const found = isId(text) ? text : (ADDRESS.exec(text)?.[1] ?? QUERY_ADDRESS.exec(text)?.[1]);
  if (found === undefined) throw refuse.cloud_id_invalid();
  return found;
}

/** The format in which a file of the vendor's own kinds is read; null for kinds that have no text. */
export const exportOf = (mimeType: string): string | null =>
  ({ [DOCUMENT]: 'text/markdown', [SPREADSHEET]: 'text/csv', [PRESENTATION]: 'text/plain' })[mimeType] ??
  null;

export const isOfVendor = (mimeType: string): boolean => mimeType.startsWith('application/vnd.google-apps.');

const TYPES: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  html: 'text/html',
  json: 'application/json',
  xml: 'application/xml',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
  zip: 'application/zip',
};

/** The type of a new file, by its name; otherwise by whether it is text. */
export const typeOf = (name: string, isText: boolean): string =>
  TYPES[/\.([a-z]{1,5})$/iu.exec(name)?.[1]?.toLowerCase() ?? ''] ??
  (isText ? 'text/plain' : 'application/octet-stream');

/** In one word or two. */
export function kindOf({ mimeType }: Pick<CloudFile, 'mimeType'>): string {
  const own = /^application\/vnd\.google-apps\.([a-z]{1,40})$/u.exec(mimeType)?.[1];
  if (own !== undefined) return own;
  return /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/u.test(mimeType) ? mimeType : 'unknown type';
}

/** A part of a text. Characters count from 0. */
export interface Shown {
  readonly text: string;
  readonly from: number;
  readonly chars: number;
}

export const shownOf = (text: string, from: number): Shown => ({
  text: text.slice(from, from + cloudFileLimits.shownChars).toWellFormed(),
  from,
  chars: text.length,
});

/** Pictures in exported Markdown are whole files in base64. */
export const withoutPictures = (markdown: string): string =>
  markdown.replace(/<?data:[\w.+-]{1,40}\/[\w.+-]{1,80};base64,[A-Za-z0-9+/=]*>?/gu, '(picture left out)');

/**
 * Markdown that names no picture: the vendor would fetch each from its address, which can tell a stranger what the model
 * knows. A picture becomes a link, also behind several marks, and no HTML stays: most elements can name a picture.
 */
export const withoutFetching = (markdown: string): string =>
  markdown.replace(/!+\[/gu, '[').replace(/<(?=[a-z/!?])/giu, '&lt;');

export type CellValue = string | number | boolean;

/** Cells in a rectangle. `null` in what is written leaves a cell as it is. */
export interface Cells {
  /** As the vendor names it: `Sheet1!A1:C3`. */
  readonly range: string;
  readonly rows: readonly (readonly CellValue[])[];
}

export interface SheetInfo {
  readonly title: string;
  readonly rows: number;
  readonly columns: number;
}

/** A title as a range names it. */
export const titleInRange = (title: string): string => `'${title.replaceAll("'", "''")}'`;
