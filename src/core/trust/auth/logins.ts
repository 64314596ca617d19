import { OneAtATime } from '../../kernel/one-at-a-time.ts';
import { refuseStorage } from '../../kernel/storage-refusals.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KnownSecrets, Log } from '../../ports/log.ts';
import { loginLimits } from './limits.ts';
import { isLoginValue, loginsFrom, loginsText, type Login } from './model.ts';
import type { LoginFile } from './store.ts';

export interface LoginServiceDeps {
  readonly file: LoginFile;
  /** A new value: 32 random bytes in base64url. */
  readonly mint: () => string;
  /** HMAC-SHA256 of a text, in base64url. */
  readonly keyedHash: (key: string, text: string) => string;
  readonly knownSecrets: Pick<KnownSecrets, 'learn'>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The logins of pages: random values that count in place of the engine's token. They are no rows of a person: they must count
 * while no database can be used, and end with the token. Of a value only a hash over the token is
 * kept, so a login that was opened with another token than the current one is unknown, and the file opens nothing.
 */
export class LoginService {
  readonly #deps: LoginServiceDeps;
  /** By hash. A login is here only once it is on disk; one that was ended is not, whatever the disk says. */
  readonly #logins = new Map<string, Login>();
  #isRead = false;
  /** Serialised: each write replaces the whole file. */
  readonly #changes = new OneAtATime<'logins'>();

  constructor(deps: LoginServiceDeps) {
    this.#deps = deps;
  }

  /** At the start: reads the stored logins. An invalid file is set aside: its clients log in again. */
  async load(): Promise<void> {
    try {
      await this.#changes.run('logins', () => this.#read());
    } catch (error) {
      this.#deps.log.warn('logins.json cannot be read', { error });
    }
  }

  /**
   * Opens a login for a client that has shown the token. It is durable when this resolves.
   * @returns its value, which is not kept
   * @throws Refusal disk_full, storage_error
   */
  async open(token: string): Promise<string> {
    const value = this.#deps.mint();
    this.#deps.knownSecrets.learn([value]);
    return await this.#changes.run('logins', async () => {
      await this.#read();
      const now = this.#deps.clock.now();
      const kept = [...this.#logins].filter(([, { lastUsedAt }]) => !isOver(lastUsedAt, now));
      const made = [this.#hash(value, token), { openedAt: now, lastUsedAt: now }] as const;
      const next = [...kept.toSorted(latestFirst).slice(0, loginLimits.most - 1), made];
      await this.#deps.file.replace(loginsText(next));
      const stays = new Set(next.map(([hash]) => hash));
      for (const hash of this.#logins.keys()) if (!stays.has(hash)) this.#logins.delete(hash);
      this.#logins.set(...made);
      return value;
    });
  }

  /**
   * Whether this is the value of a login that was opened with this token and used in the last 30 days. The use is
   * recorded at most once a day; `isRenewed` says that it was, so that the client may be told to keep the value for longer.
   */
  async use(
    value: string,
    token: string,
  ): Promise<{ readonly isOpen: boolean; readonly isRenewed: boolean }> {
    const now = this.#deps.clock.now();
    // Finding it takes the same time whatever is right in it: what is looked up is a hash that no client can choose.
    const hash = isLoginValue(value) ? this.#hash(value, token) : '';
    const login = this.#logins.get(hash);
    if (!login || isOver(login.lastUsedAt, now)) return { isOpen: false, isRenewed: false };
    // A use in the future comes from a clock that was wrong. It would keep the login open for as long.
    if (login.lastUsedAt <= now && now - login.lastUsedAt < loginLimits.recordedEveryMs)
      return { isOpen: true, isRenewed: false };
    this.#logins.set(hash, { ...login, lastUsedAt: now });
    try {
      await this.#changes.run('logins', () => this.#write());
    } catch (error) {
      this.#deps.log.warn('the use of a login could not be stored', { error });
    }
    return { isOpen: true, isRenewed: true };
  }

  /** Whether this is the value of an open login, as `use` says; it records nothing. */
  isOpen(value: string, token: string): boolean {
    const login = isLoginValue(value) ? this.#logins.get(this.#hash(value, token)) : undefined;
    return login !== undefined && !isOver(login.lastUsedAt, this.#deps.clock.now());
  }

  /**
   * Ends a login at once; repeatable. After a refusal it is ended for this process, and may be open after a restart.
   * @throws Refusal disk_full, storage_error
   */
  async end(value: string, token: string): Promise<void> {
    if (!isLoginValue(value)) return;
    const hash = this.#hash(value, token);
    if (this.#logins.delete(hash)) await this.#changes.run('logins', () => this.#write());
  }

  /** The latest used first. */
  list(): readonly (Login & { readonly loginId: string })[] {
    const now = this.#deps.clock.now();
    return [...this.#logins]
      .filter(([, { lastUsedAt }]) => !isOver(lastUsedAt, now))
      .toSorted(latestFirst)
      .map(([hash, login]) => ({ ...login, loginId: loginIdOf(hash) }));
  }

  /** Of the login with this value and token; null without one. */
  idOf(value: string, token: string): string | null {
    const hash = this.#hash(value, token);
    return this.#logins.has(hash) ? loginIdOf(hash) : null;
  }

  /** @returns whether there was one @throws as `end` */
  async endById(loginId: string): Promise<boolean> {
    const hash = [...this.#logins.keys()].find((one) => loginIdOf(one) === loginId);
    if (hash === undefined || !this.#logins.delete(hash)) return false;
    await this.#changes.run('logins', () => this.#write());
    return true;
  }

  #hash(value: string, token: string): string {
    return this.#deps.keyedHash(value, `svc login ${token}`);
  }

  async #write(): Promise<void> {
    await this.#deps.file.replace(loginsText([...this.#logins]));
  }

  async #read(): Promise<void> {
    if (this.#isRead) return;
    const { file, clock, log } = this.#deps;
    const read = await file.read();
    // The file may be readable later.
    if (read.found === 'obstacle' && read.obstacle === 'failed') throw refuseStorage.storage_error();
    const found = read.found === 'text' ? loginsFrom(read.text) : null;
    if (!found && read.found !== 'nothing') {
      const ending = `corrupt-${new Date(clock.now()).toISOString().replace(/[-:.]/gu, '')}`;
      await file.setAside(ending);
      log.warn('logins.json is not valid and was set aside; pages log in anew', { keptAs: ending });
    }
    for (const [hash, login] of found ?? []) this.#logins.set(hash, login);
    this.#isRead = true;
  }
}

/** The beginning of the hash: enough to name it, and nothing that opens it. */
const loginIdOf = (hash: string): string => `login-${hash.slice(0, 16)}`;

const isOver = (lastUsedAt: number, now: number): boolean => now - lastUsedAt > loginLimits.unusedMs;

const latestFirst = ([, a]: readonly [string, Login], [, b]: readonly [string, Login]): number =>
  b.lastUsedAt - a.lastUsedAt;
