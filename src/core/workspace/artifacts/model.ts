// Room: results that stay, in versions. A content is on disk, under its hash, before a row names it, and
// is given out as text only.

import type { ArtifactId, PersonId, RunId, ThreadId } from '../../kernel/ids.ts';

export const ARTIFACT_TYPES = ['markdown', 'html', 'svg', 'mermaid', 'csv', 'tsv', 'json', 'text'] as const;
export type ArtifactType = (typeof ARTIFACT_TYPES)[number];

/** SHA-256 of a content, in hexadecimal digits: its name in the store. */
export type ContentHash = string;

const HASH = /^[0-9a-f]{64}$/u;

/** Rows that came with an import or from another machine may have anything in its place. */
export const isContentHash = (text: string): boolean => HASH.test(text);

/** A result that stays: a text with a title, in versions. Instants are milliseconds since the epoch. */
export interface Artifact {
  readonly artifactId: ArtifactId;
  /** Whose it is: only they change it. */
  readonly personId: PersonId;
  /** Everybody who was let in reads it. */
  readonly shared: boolean;
  readonly title: string;
  readonly type: ArtifactType;
  readonly description: string | null;
  /** Of the newest one; the first is 1. */
  readonly version: number;
  readonly sizeBytes: number;
  /** Where the newest version was made; null if not in a run, or after its thread was deleted. */
  readonly threadId: ThreadId | null;
  readonly runId: RunId | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface ArtifactVersion {
  readonly version: number;
  readonly contentHash: ContentHash;
  readonly sizeBytes: number;
  readonly runId: RunId | null;
  readonly createdAt: number;
}

/** Where something was made. */
export interface MadeIn {
  /** For whom. */
  readonly personId: PersonId;
  readonly threadId: ThreadId | null;
  readonly runId: RunId | null;
}
