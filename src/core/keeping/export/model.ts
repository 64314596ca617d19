// Room: everything of one moment as a document or a zip, and reading one back into an empty engine. Each
// table and file has a section or a written reason.

import type { Says } from '../../kernel/says.ts';

/** What is named in the document, so that a program knows what it reads. */
export const EXPORT_FORMAT = 'svc-export';
export const EXPORT_FORMAT_VERSION = 1;

/** The document in the zip, beside the files. */
export const DOCUMENT_NAME = 'export.json';
/** The folder of the files in the zip, with their paths in the data directory. */
export const FILES_FOLDER = 'files';

/** Sections of files, after those of the databases. */
export const FILE_SECTIONS = [
  'config',
  'apiProfiles',
  'mergeRecords',
  'artifactContents',
  'changesetCopies',
  'workspaceFiles',
  'skippedFiles',
] as const;
export type FileSection = (typeof FILE_SECTIONS)[number];

/** Those of them that have something of each person. */
export const OWN_FILE_SECTIONS = [
  'artifactContents',
  'changesetCopies',
  'workspaceFiles',
  'skippedFiles',
] as const satisfies readonly FileSection[];

/** The names, never the values, of somebody's secrets. */
export const OWN_SECRETS = 'secrets';

/** Sections whose rows name files of the data directory, in fields that are called so. */
export const NAMES_FILES: ReadonlySet<string> = new Set(['deletedFiles', 'changedFiles', 'artifactVersions']);

/** The section of problems that are files which are missing, and nothing else: an import can do without them. */
export const LEFT_OUT = 'skippedFiles' satisfies FileSection;

/** A section, or all of them from some moment on, that is not complete. */
export interface ExportProblem {
  readonly section: string;
  readonly says: readonly Says[];
}

/** How far the export in progress is, or what became of the last one. */
export interface ExportProgress {
  readonly state: 'none' | 'running' | 'complete' | 'incomplete' | 'left';
  /** What is being sent: a section, or a file. */
  readonly section: string | null;
  /** Items of that section so far, and all of them; null while they are not counted. */
  readonly items: number;
  readonly of: number | null;
  /** Items of each section that were sent so far. */
  readonly counts: Readonly<Record<string, number>>;
  /** Sent so far, before compression. */
  readonly bytes: number;
  readonly problems: readonly ExportProblem[];
}

export const NOTHING: ExportProgress = {
  state: 'none',
  section: null,
  items: 0,
  of: null,
  counts: {},
  bytes: 0,
  problems: [],
};

/** Sections that an owner knows, as they are told. */
export const plainSections = [
  'threads',
  'memory',
  'entities',
  'records',
  'tasks',
  'triggers',
  'workflows',
  'artifacts',
  'deals',
  'files in workspace',
] as const;
