import { Followed } from '../../kernel/followed.ts';
import type { MigrationEnd, MigrationProgress } from './model.ts';

/** A migration to another engine that goes on here, also when its clients leave. */
export class Transfer {
  readonly targetUrl: string;
  readonly tokenId: string;
  /** Aborts when it is stopped, or this engine stops. */
  readonly signal: AbortSignal;
  readonly #stopping = new AbortController();
  readonly #progress: Followed<MigrationProgress>;
  #end: MigrationEnd | null = null;

  constructor({ targetUrl, tokenId }: { readonly targetUrl: string; readonly tokenId: string }) {
    this.targetUrl = targetUrl;
    this.tokenId = tokenId;
    this.signal = this.#stopping.signal;
    this.#progress = new Followed({ phase: 'connecting', name: targetUrl, sentBytes: 0, totalBytes: 0 });
  }

  get progress(): MigrationProgress {
    return this.#progress.state;
  }

  tell(progress: Partial<MigrationProgress>): void {
    this.#progress.tell({ ...this.progress, ...progress });
  }

  stop(): void {
    this.#stopping.abort();
  }

  ended(end: MigrationEnd): void {
    this.#end = end;
    this.#progress.end();
  }

  /** Null while it goes on. */
  get end(): MigrationEnd | null {
    return this.#end;
  }

  /** The progress now and at each change, the latest only for a slow reader, until it ends or `signal` aborts. */
  follow(signal: AbortSignal): AsyncGenerator<MigrationProgress> {
    return this.#progress.follow(signal);
  }
}
