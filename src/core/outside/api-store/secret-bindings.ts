import { isStoreUnusable } from '../../kernel/storage-refusals.ts';
import type { Log } from '../../ports/log.ts';
import { hostFrom, type BoundHost } from '../../trust/secrets/model.ts';
import type { SecretService } from '../../trust/secrets/service.ts';
import { hostOf, secretsOf, type ApiProfile } from './model.ts';
import type { ApiRegistry } from './registry.ts';

export interface SecretBindingsDeps {
  readonly secrets: Pick<SecretService, 'bindFor' | 'boundFor' | 'boundByProfiles'>;
  readonly registry: ApiRegistry;
  readonly log: Log;
}

/**
 * Which secrets may go to which hosts because a profile sends them there. A profile is bound before it is stored; what
 * it does not use is unbound after it is stored or deleted. A crash in between leaves too much bound, never too
 * little, and the next start unbinds the rest.
 */
export class SecretBindings {
  readonly #deps: SecretBindingsDeps;
  #last: Promise<void> = Promise.resolve();

  constructor(deps: SecretBindingsDeps) {
    this.#deps = deps;
  }

  /** Call after the owner consented to the secrets, before the profile is written. @throws Refusal secret_not_found, storage_error, disk_full */
  async begin(profile: ApiProfile): Promise<void> {
    await this.#alone(() => this.#add(profile.id, usesOf(profile)));
  }

  /**
   * Unbinds what the profile, as it is in force now, does not use. Secrets that another profile uses stay bound for that
   * one. A failure is logged, and the next start tries again.
   */
  async settle(id: string): Promise<void> {
    await this.#alone(() => this.#settle(id));
  }

  async #settle(id: string): Promise<void> {
    const { secrets, registry } = this.#deps;
    try {
      const bound = secrets.boundFor(id);
      const uses = registry.has(id) ? usesOf(registry.get(id)) : [];
      const kept = bound.filter((one) => includes(uses, one));
      const given = bound.filter((one) => !includes(uses, one));
      if (given.length === 0) return;
      for (const other of registry.all()) {
        const usesToo = usesOf(other).filter((one) => includes(given, one));
        if (other.id !== id) await this.#add(other.id, usesToo);
      }
      await secrets.bindFor(id, kept);
    } catch (error) {
      this.#failed(error, { profile: id });
    }
  }

  /** At start: settles all profiles. A profile with an unusable file keeps its bindings. */
  async settleAll(fileNames: ReadonlySet<string>): Promise<void> {
    const { secrets, registry } = this.#deps;
    try {
      const ids = new Set(secrets.boundByProfiles().map(({ profile }) => profile));
      for (const id of ids) if (registry.has(id) || !fileNames.has(`${id}.json`)) await this.settle(id);
    } catch (error) {
      this.#failed(error, {});
    }
  }

  /** Serialised, because each one reads, decides and writes: otherwise one would undo the binding of another. */
  #alone(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #add(id: string, uses: readonly BoundHost[]): Promise<void> {
    // Without a secret the vault is not involved.
    if (uses.length === 0) return;
    const { secrets } = this.#deps;
    const bound = secrets.boundFor(id);
    const more = uses.filter((one) => !includes(bound, one));
    if (more.length > 0) await secrets.bindFor(id, [...bound, ...more]);
  }

  /** A damaged vault reports that itself. */
  #failed(error: unknown, facts: { readonly profile?: string }): void {
    if (!isStoreUnusable(error)) this.#deps.log.error(NOT_TAKEN_BACK, { ...facts, error });
  }
}

const NOT_TAKEN_BACK =
  'the hosts of secrets could not be updated for an API profile; the next start tries again';

const usesOf = ({ auth, base_url: base }: ApiProfile): readonly BoundHost[] => {
  const host = hostOf(new URL(base));
  return secretsOf(auth).map((name) => ({ name, host: hostFrom(host) ?? host }));
};

const includes = (all: readonly BoundHost[], { name, host }: BoundHost): boolean =>
  all.some((one) => one.name === name && one.host === host);
