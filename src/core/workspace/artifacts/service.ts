import type { Whose } from '../../trust/people/model.ts';
import { artifactId as asArtifactId, shortId, type PersonId, type RunId } from '../../kernel/ids.ts';
import { OneAtATime } from '../../kernel/one-at-a-time.ts';
import type { Page } from '../../kernel/page.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import { isJournalConflict, type Journal } from '../../ports/journal.ts';
import type { Log, Masked } from '../../ports/log.ts';
import type { ArtifactChange, ArtifactStore } from './store.ts';
import { refuse } from './errors.ts';
import { artifactLimits } from './limits.ts';
import type { Artifact, ArtifactType, ArtifactVersion, ContentHash, MadeIn } from './model.ts';
import type { ArtifactContents, Room } from './port.ts';
import { MIB } from '../../kernel/bytes.ts';

export interface ArtifactServiceDeps {
  readonly journal: Journal<ArtifactChange>;
  readonly store: ArtifactStore;
  readonly contents: ArtifactContents;
  readonly room: Room;
  /** Masks the values of secrets in texts before they are stored. */
  readonly masked: Masked;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Log;
}

export interface ArtifactDraft {
  /** Of the artifact that this is a new version of. */
  readonly artifactId?: string;
  /** For a new version: as before if left out. */
  readonly title?: string;
  readonly type?: ArtifactType;
  readonly description?: string | null;
  readonly content: string;
}

export interface Saved {
  readonly artifact: Artifact;
  readonly isNew: boolean;
  /** The length of the version before; null for the first. */
  readonly bytesBefore: number | null;
}

export interface ArtifactInFull {
  readonly artifact: Artifact;
  /** The version that `content` is of. */
  readonly shown: ArtifactVersion;
  readonly content: string;
  readonly versions: readonly ArtifactVersion[];
}

/**
 * Results that stay. A content is in the store before a row names it, and is removed after the last row that does; so a
 * kill leaves a content without a row at most, which the next start removes.
 */
export class ArtifactService {
  readonly #deps: ArtifactServiceDeps;
  /** Contents are kept and removed one after another: what one commit is about to name, another must not remove. */
  readonly #turns = new OneAtATime<'contents'>();

  constructor(deps: ArtifactServiceDeps) {
    this.#deps = deps;
  }

  /** Last changed first. */
  async list(whose: Whose, query: Parameters<ArtifactStore['list']>[1]): Promise<Page<Artifact, number>> {
    return await this.#deps.store.list(whose, query);
  }

  /** A version with its content, the newest by default. @throws Refusal artifact_not_found, artifact_version_gone, storage_error */
  async get(whose: Whose, text: string, version: number | null): Promise<ArtifactInFull> {
    const { store, contents } = this.#deps;
    const artifact = await store.get(whose, asArtifactId(text));
    if (!artifact) throw refuse.artifact_not_found();
    const versions = await store.versions(artifact.artifactId);
    const shown = versions.find((one) => one.version === (version ?? artifact.version));
    if (!shown) throw refuse.artifact_version_gone({ versions: artifactLimits.versions });
    return { artifact, shown, content: await contents.read(shown.contentHash), versions };
  }

  /**
   * Saves an artifact, or a new version of one.
   * @throws Refusal artifact_not_found, artifact_too_large, invalid_artifact, artifact_changed, member_files_full, disk_full,
   *   storage_error
   */
  async save(draft: ArtifactDraft, { personId, threadId, runId }: MadeIn): Promise<Saved> {
    const { journal, store, contents, room, ids, clock } = this.#deps;
    const masked = (text: string) => this.#deps.masked(text, personId);
    const content = masked(draft.content.toWellFormed());
    const sizeBytes = new TextEncoder().encode(content).length;
    if (sizeBytes > artifactLimits.contentBytes)
      throw refuse.artifact_too_large({ sizeBytes, mb: artifactLimits.contentBytes / MIB });
    if (content.trim() === '') throw refuse.invalid_artifact();
    return await this.#turns.run('contents', async () => {
      const before = draft.artifactId === undefined ? null : await this.#own(personId, draft.artifactId);
      const title = draft.title === undefined ? (before?.title ?? '') : lineOf(masked(draft.title));
      if (title === '') throw refuse.invalid_artifact();
      const now = clock.now();
      const artifact: Artifact = {
        artifactId: before?.artifactId ?? asArtifactId(shortId(ids.next())),
        personId,
        shared: before?.shared ?? false,
        title,
        type: draft.type ?? before?.type ?? 'markdown',
        description:
          draft.description === undefined
            ? (before?.description ?? null)
            : textOrNull(draft.description, masked),
        version: (before?.version ?? 0) + 1,
        sizeBytes,
        threadId,
        runId,
        createdAt: before?.createdAt ?? now,
        updatedAt: now,
      };
      const earlier = before ? await store.versions(before.artifactId) : [];
      await room.within(personId, async (take) => {
        await take(sizeBytes);
        const contentHash = await contents.keep(content);
        try {
          await journal.commit([{ change: 'artifact.version', artifact, contentHash }]);
        } catch (error) {
          await this.#drop([contentHash]);
          throw isJournalConflict(error) ? refuse.artifact_changed() : error;
        }
      });
      const gone = earlier.slice(artifactLimits.versions - 1);
      await this.#drop(gone.map((one) => one.contentHash));
      return { artifact, isNew: before === null, bytesBefore: before?.sizeBytes ?? null };
    });
  }

  /** Deletes an artifact with all of its versions. @throws Refusal artifact_not_found */
  async remove(person: PersonId, text: string): Promise<void> {
    const { journal, store } = this.#deps;
    await this.#turns.run('contents', async () => {
      const { artifactId } = await this.#own(person, text);
      const versions = await store.versions(artifactId);
      try {
        await journal.commit([{ change: 'artifact.delete', artifactId }]);
      } catch (error) {
        throw isJournalConflict(error) ? refuse.artifact_not_found() : error;
      }
      await this.#drop(versions.map(({ contentHash }) => contentHash));
    });
  }

  /** Lets everybody who was let in read an artifact, or not any longer. @throws Refusal artifact_not_found */
  async share(person: PersonId, text: string, shared: boolean): Promise<Artifact> {
    const artifact = await this.#own(person, text);
    try {
      await this.#deps.journal.commit([
        { change: 'artifact.share', artifactId: artifact.artifactId, shared },
      ]);
    } catch (error) {
      throw isJournalConflict(error) ? refuse.artifact_not_found() : error;
    }
    return { ...artifact, shared };
  }

  /** What others share is only read. @throws Refusal artifact_not_found */
  async #own(person: PersonId, text: string): Promise<Artifact> {
    const artifact = await this.#deps.store.get(person, asArtifactId(text));
    if (artifact?.personId !== person) throw refuse.artifact_not_found();
    return artifact;
  }

  /** Whether a run has made an artifact, of this type if one is given. */
  async madeBy(runId: RunId, type: ArtifactType | null): Promise<boolean> {
    return await this.#deps.store.madeBy(runId, type);
  }

  /** For startup: removes contents that no version names. @throws the errors of the store */
  async sweep(): Promise<void> {
    await this.#turns.run('contents', async () => this.#drop(await this.#deps.contents.all()));
  }

  /** Removes those that no version names. What is left over costs room, and the next start tries again. */
  async #drop(hashes: readonly ContentHash[]): Promise<void> {
    const { store, contents, log } = this.#deps;
    if (hashes.length === 0) return;
    try {
      const kept = await store.referenced(hashes);
      await contents.remove(hashes.filter((hash) => !kept.has(hash)));
    } catch (error) {
      log.warn('contents of artifacts are left over', { error });
    }
  }
}

const lineOf = (text: string): string => text.trim().replace(/\s+/gu, ' ').toWellFormed();

const textOrNull = (text: string | null, masked: (text: string) => string): string | null =>
  text === null || text.trim() === '' ? null : masked(text.trim().toWellFormed());
