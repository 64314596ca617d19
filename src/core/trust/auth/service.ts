import { OneAtATime } from '../../kernel/one-at-a-time.ts';
import { refuseStorage } from '../../kernel/storage-refusals.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KnownSecrets, Log } from '../../ports/log.ts';
import { tokenFrom, tokenText, type AccessToken } from './model.ts';
import type { TokenFile } from './store.ts';

export interface AuthServiceDeps {
  readonly file: TokenFile;
  /** A new token: 32 random bytes in base64url. */
  readonly mint: () => string;
  /** The token from the environment; when set, it is the only one. */
  readonly given: string | null;
  readonly knownSecrets: Pick<KnownSecrets, 'learn'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The token of this engine. Its existence protects nothing: the code that opens a port decides whether to require it. */
export class AuthService {
  readonly #deps: AuthServiceDeps;
  #kept: AccessToken | null = null;
  /** Serialised, so that two first calls get the same token. */
  readonly #changes = new OneAtATime<'token'>();

  constructor(deps: AuthServiceDeps) {
    this.#deps = deps;
  }

  /** At start: reads the stored token. An invalid token file is set aside, and the start goes on. */
  async load(): Promise<void> {
    try {
      await this.#changes.run('token', () => this.#read());
    } catch (error) {
      this.#deps.log.warn('token.json cannot be read', { error });
    }
  }

  /** The generated token; null when there is none. */
  get generated(): string | null {
    return this.#kept?.token ?? null;
  }

  /**
   * The token. The first call makes it; all calls return the same one.
   * @throws Refusal disk_full, storage_error
   */
  async token(): Promise<AccessToken> {
    const { given } = this.#deps;
    if (given !== null) return { token: given, createdAt: null };
    if (this.#kept) return this.#kept;
    return await this.#changes.run(
      'token',
      async () => this.#kept ?? (await this.#read()) ?? (await this.#make()),
    );
  }

  async #read(): Promise<AccessToken | null> {
    const { file, clock, log } = this.#deps;
    const read = await file.read();
    if (read.found === 'nothing') return null;
    const found = read.found === 'text' ? tokenFrom(read.text) : null;
    if (found) return this.#keep(found);
    // The file may be readable later.
    if (read.found === 'obstacle' && read.obstacle === 'failed') throw refuseStorage.storage_error();
    const ending = `corrupt-${new Date(clock.now()).toISOString().replace(/[-:.]/gu, '')}`;
    await file.setAside(ending);
    log.warn('token.json holds no valid token and was set aside; a new one is made when it is needed', {
      keptAs: ending,
    });
    return null;
  }

  async #make(): Promise<AccessToken> {
    const { file, mint, clock, log } = this.#deps;
    const made = { token: mint(), createdAt: clock.now() };
    // Before the token can appear in an answer or in the error of a failed write.
    this.#deps.knownSecrets.learn([made.token]);
    await file.replace(tokenText(made));
    log.info('a token was generated and stored in token.json');
    return this.#keep(made);
  }

  #keep(token: AccessToken): AccessToken {
    this.#deps.knownSecrets.learn([token.token]);
    this.#kept = token;
    return token;
  }
}
