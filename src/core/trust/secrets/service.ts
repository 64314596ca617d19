import { comparableHosts, refuseOtherThanName, refuseOtherThanText } from './new-secret.ts';
import type { PersonId } from '../../kernel/ids.ts';
import type { KnownOwner } from '../people/model.ts';
import { refusePeople } from '../../kernel/people-refusals.ts';
import { saying } from '../../kernel/says.ts';
import type { PeopleProblems } from '../../kernel/people-says.ts';
import { around } from '../../kernel/around.ts';
import { nearNames } from '../../kernel/near-names.ts';
import { secretLimits } from './limits.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Clock } from '../../ports/clock.ts';
import { isJournalConflict, type Journal } from '../../ports/journal.ts';
import type { KnownSecrets, Log } from '../../ports/log.ts';
import type { SecretResolver } from '../../ports/secrets.ts';
import type { VaultChange, VaultStore } from './store.ts';
import { refuse } from './errors.ts';
import {
  hostFrom,
  isForEngineAlone,
  isSecretName,
  type BoundHost,
  type ProfileBinding,
  type SealedAnew,
  type SealedSecret,
  type SecretFacts,
  type SecretStatus,
} from './model.ts';
import { isOfOwner, membersIn, spaceOf } from './spaces.ts';
import { say } from './says.ts';
import { quote } from '../../kernel/quoted.ts';

/** A secret from outside the vault, with the hosts given beside it. */
export interface NamedSecret {
  readonly name: string;
  readonly value: string;
  readonly hosts: readonly string[];
}

export interface SecretServiceDeps {
  readonly journal: Journal<VaultChange>;
  readonly vault: Parameters<typeof spaceOf>[0]['vault'];
  readonly store: VaultStore;
  /** `SVC_SECRET_<NAME>`, with their hosts. */
  readonly environment: readonly NamedSecret[];
  /** The secrets of the current configuration. */
  readonly configured: () => readonly NamedSecret[];
  readonly knownSecrets: Pick<KnownSecrets, 'learn' | 'forget'>;
  /** Whom the engine belongs to, and which of their secrets others may use. */
  readonly owner: KnownOwner;
  readonly isForEveryone: (name: string) => boolean;
  /** Whose values these are; absent for the owner's. */
  readonly whose?: PersonId;
  readonly clock: Clock;
  readonly log: Log;
}

/** What one person may do with secrets, by the names that they gave them. */
export type SecretsOfPerson = Pick<
  SecretService,
  'list' | 'put' | 'delete' | 'couldGo' | 'known' | 'near' | 'resolve' | 'learn'
>;

/** How often a rotation of the key may interrupt a write. */
const maxConflicts = 5;
const DAY = 24 * 60 * 60 * 1000;

/**
 * Secrets by name. A value comes in from its owner and goes out only to the adapter that sends it, for a host that it
 * is bound to.
 */
export class SecretService implements SecretResolver {
  readonly #deps: SecretServiceDeps;

  constructor(deps: SecretServiceDeps) {
    this.#deps = deps;
  }

  /**
   * The secrets of one person, which are a namespace of their own: nobody lists another's names, and a name never means
   * another's. A member's run may also send what the owner lets everybody use, to the hosts that the owner bound it to;
   * from the start of the engine, or its first use, it is masked for everybody.
   */
  of(person: PersonId): SecretsOfPerson {
    const { owner, isForEveryone } = this.#deps;
    if (person === owner.id) return this;
    const own = this.#spaceOf(person);
    return around<SecretsOfPerson>(own, {
      resolve: (name, host) => {
        if (own.known(name) === name) return own.resolve(name, host);
        if (isForEveryone(name)) return this.#resolvedForEveryone(name, host);
        throw refusePeople.not_usable({}, sayPeople('people.secret_not_usable', { name }));
      },
      learn: (names, forms) => {
        if (names.some((name) => own.known(name) === name)) own.learn(names, forms);
        else this.#deps.knownSecrets.learn(forms, 'always', 'everyone');
      },
    });
  }

  #resolvedForEveryone(name: string, host: string): string {
    const value = this.resolve(name, host);
    this.#deps.knownSecrets.learn([value], 'always', 'everyone');
    return value;
  }

  #spaceOf(person: PersonId): SecretService {
    return new SecretService({
      ...this.#deps,
      ...spaceOf(this.#deps, person),
      environment: [],
      configured: () => [],
      owner: { id: person },
      whose: person,
    });
  }

  /**
   * At start, after the vault is open: registers every value for masking, and warns about old secrets. If the vault
   * cannot be read, it logs that and the start continues.
   */
  load(): void {
    const { environment, knownSecrets, log } = this.#deps;
    knownSecrets.learn(
      environment.map(({ value }) => value),
      'always',
    );
    try {
      const { old, unreadable } = this.#learned();
      for (const person of membersIn(this.#deps.store.all())) this.#spaceOf(person).#learned();
      knownSecrets.learn(this.#valuesForEveryone(), 'always', 'everyone');
      const changed = this.#all().filter((secret) => this.#isChanged(secret));
      if (changed.length > 0)
        log.warn('hosts of secrets were changed outside of svc', { names: changed.map(({ name }) => name) });
      const untrusted = this.#deps.store.all().filter((secret) => this.#deps.vault.isUntrusted(secret));
      const notTrusted = untrusted.map(({ name }) => name);
      const notRead = unreadable.filter((name) => !notTrusted.includes(name));
      if (notRead.length > 0)
        log.warn('secrets cannot be read with the key of this vault', { names: notRead });
      if (notTrusted.length > 0) log.warn(NOT_TRUSTED, { names: notTrusted });
      if (old.length > 0) log.warn(OLD, { names: old });
    } catch (error) {
      log.error('vault.db could not be read', { error });
    }
  }

  #valuesForEveryone(): readonly string[] {
    return this.#names()
      .filter((name) => this.#deps.isForEveryone(name))
      .flatMap((name) => (this.#given(name) ?? this.#configured(name))?.value ?? this.own(name) ?? []);
  }

  /** By name, without values. */
  list(): readonly SecretFacts[] {
    const { environment } = this.#deps;
    const fact = (
      name: string,
      source: SecretFacts['source'],
      updatedAt: number | null,
      hosts = this.#hostsOf(name, this.#given(name)),
    ): SecretFacts => ({ name, source, hosts, updatedAt });
    return [
      ...this.#all()
        .filter(({ name }) => !this.#given(name))
        .map((kept) =>
          this.#isChanged(kept) || this.#isUnreadable(kept)
            ? fact(kept.name, 'vault', kept.updatedAt, [])
            : fact(kept.name, 'vault', kept.updatedAt),
        ),
      ...environment.map(({ name }) => fact(name, 'environment', null)),
    ].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  status(): SecretStatus {
    const { vault, environment, clock } = this.#deps;
    const [oldest] = this.#all().toSorted((a, b) => a.updatedAt - b.updatedAt);
    return {
      vault: vault.state,
      problem: vault.problem,
      secrets: this.#all().length,
      fromEnvironment: environment.length,
      oldest: oldest
        ? {
            name: oldest.name,
            updatedAt: oldest.updatedAt,
            ageDays: Math.max(0, Math.floor((clock.now() - oldest.updatedAt) / DAY)),
          }
        : null,
      ...this.#learned(),
    };
  }

  /**
   * Stores a secret, replacing one with this name. With `hosts` it may be sent to these only. Without, its hosts stay as
   * they are, so that storing a new value changes nothing else.
   * @throws Refusal invalid_secret, also for an invalid name, vault_locked, disk_full, storage_error
   */
  async put(name: string, value: string, hosts: readonly string[] | null): Promise<void> {
    const { knownSecrets, whose } = this.#deps;
    refuseOtherThanName(name);
    refuseOtherThanText(value);
    const places = hosts && comparableHosts(hosts);
    // Before the commit: once the value is on disk it can be sent, and an answer may quote it.
    this.learn([name], [value]);
    try {
      await this.#kept(name, value, places);
    } catch (error) {
      // A disk that failed to sync may have the value nevertheless.
      if (this.own(name) !== value) knownSecrets.forget([value], whose);
      throw error;
    }
  }

  /** Seals again if the key is rotated meanwhile. */
  async #kept(name: string, value: string, hosts: readonly string[] | null): Promise<void> {
    const { vault, store, journal, clock } = this.#deps;
    await vault.sealAll();
    for (let left = maxConflicts; ; left--) {
      const was = store.get(name);
      const stay = this.#stored(name, was);
      const secret = { name, ...vault.seal(name, value, hosts ?? stay), updatedAt: clock.now() };
      try {
        await journal.commit([{ change: 'secret.put', secret, hosts, was }]);
        return;
      } catch (error) {
        if (!isJournalConflict(error) || left === 0) throw error;
        await vault.rotated();
      }
    }
  }

  /** @throws Refusal secret_not_found, storage_error */
  async delete(name: string): Promise<void> {
    if (isSecretName(name) && (await this.#deleted(name))) return;
    if (!this.#given(name)) throw this.#notFound(name, 'secrets.listed');
    throw refuse.secret_not_found({}, say('secrets.of_environment', { name }));
  }

  /** Whether it existed. */
  async #deleted(name: string): Promise<boolean> {
    try {
      await this.#deps.journal.commit([{ change: 'secret.delete', name }]);
      return true;
    } catch (error) {
      if (!isJournalConflict(error)) throw error;
      return false;
    }
  }

  /**
   * Lets a profile send these secrets to these hosts, with the owner's consent, as long as the profile uses them.
   * Replaces the profile's earlier bindings; those of the owner and of other profiles stay.
   * @throws Refusal secret_not_found for one that does not exist, invalid_secret, vault_locked, storage_error, disk_full
   */
  async bindFor(profile: string, bound: readonly BoundHost[]): Promise<void> {
    const before = this.boundFor(profile).map(({ name }) => name);
    const names = this.#names();
    for (const { name } of bound)
      if (!before.includes(name) && !names.includes(name)) throw this.#notFound(name);
    await this.#deps.vault.sealAll();
    const normalized = bound.map(({ name, host }) => ({ name, host: comparableHosts([host])[0] ?? host }));
    for (let left = maxConflicts; ; left--) {
      const resealed = this.#resealedFor(profile, normalized);
      try {
        await this.#deps.journal.commit([{ change: 'secret.bind', profile, bound: normalized, resealed }]);
        return;
      } catch (error) {
        if (!isJournalConflict(error) || left === 0) throw error;
        await this.#deps.vault.rotated();
      }
    }
  }

  /** The secrets of the vault whose seals have to name other hosts once the profile has these bindings. */
  #resealedFor(profile: string, bound: readonly BoundHost[]): readonly SealedAnew[] {
    const { store, vault } = this.#deps;
    const all = this.boundByProfiles();
    const names = new Set(
      [...all.filter((one) => one.profile === profile), ...bound].map(({ name }) => name),
    );
    return [...names].flatMap((name): readonly SealedAnew[] => {
      const was = store.get(name);
      if (was === null) return [];
      const ofOthers = all.filter((one) => one.name === name && one.profile !== profile);
      const stay = this.#sealed(was, [...store.ownHostsOf(name), ...ofOthers.map(({ host }) => host)]);
      const hosts = [...stay, ...bound.filter((one) => one.name === name).map(({ host }) => host)];
      const isWithin = was.hosts !== null && hosts.every((host) => was.hosts?.includes(host));
      if (isWithin && new Set(hosts).size === was.hosts.length) return [];
      // Fewer hosts need no key, and what an earlier version sealed names none.
      if (vault.state !== 'ready' && (isWithin || was.hosts === null)) return [];
      const value = vault.opened(was);
      return value === null ? [] : [{ was, ...vault.seal(name, value, hosts) }];
    });
  }

  /** Those of these hosts that the secret was sealed for. */
  #sealed({ hosts: sealed }: SealedSecret, hosts: readonly string[]): readonly string[] {
    return sealed === null ? hosts : hosts.filter((host) => sealed.includes(host));
  }

  /** The hosts that a secret keeps when its value is replaced. */
  #stored(name: string, was: SealedSecret | null): readonly string[] {
    const hosts = this.#deps.store.hostsOf(name);
    return was === null ? hosts : this.#sealed(was, hosts);
  }

  /** Whether someone who has no key of the vault gave it a host. */
  #isChanged(secret: SealedSecret): boolean {
    const hosts = this.#deps.store.hostsOf(secret.name);
    return this.#sealed(secret, hosts).length < hosts.length;
  }

  /** A secret that the key does not open goes nowhere. While there is no key, that is not known. */
  #isUnreadable(secret: SealedSecret): boolean {
    const { vault } = this.#deps;
    return vault.state === 'ready' && vault.opened(secret) === null;
  }

  /** The bindings of a profile. @throws Refusal storage_error */
  boundFor(profile: string): readonly BoundHost[] {
    return this.boundByProfiles().filter((one) => one.profile === profile);
  }

  /** The bindings of all profiles. @throws Refusal storage_error */
  boundByProfiles(): readonly ProfileBinding[] {
    return this.#deps.store.boundByProfiles();
  }

  /**
   * Checks whether the agent may ask for such a secret, and whether it could be stored. @returns the hosts in normalized spelling
   * @throws Refusal vault_locked, invalid_secret
   */
  couldGo(name: string, hosts: readonly string[]): readonly string[] {
    if (isForEngineAlone(name)) throw refuse.invalid_secret({}, say('secrets.engine_alone'));
    this.#deps.vault.key();
    return comparableHosts(hosts);
  }

  /** The name of an existing secret with this name, or with one that differs only in its separators. */
  known(name: string): string | null {
    const plain = (text: string) => text.replaceAll('_', '');
    const names = this.#names();
    return names.find((one) => one === name) ?? names.find((one) => plain(one) === plain(name)) ?? null;
  }

  /** Similar names, which may have been meant. */
  near(name: string): readonly string[] {
    return nearNames(name, this.#names());
  }

  resolve(name: string, host: string): string {
    if (isForEngineAlone(name))
      throw refuse.secret_not_for_host({ name, hosts: [] }, say('secrets.engine_alone'));
    const { store, vault } = this.#deps;
    const given = this.#given(name);
    const kept = given ? null : store.get(name);
    const elsewhere = given ?? this.#configured(name);
    // The host is checked even while the vault is locked.
    if (kept) {
      if (this.#isChanged(kept)) throw hostsChanged(name);
      this.#mayGo(name, host, this.#hostsOf(name, undefined));
      return vault.unseal(kept);
    }
    if (!elsewhere) throw this.#notFound(name);
    this.#mayGo(name, host, this.#hostsOf(name, elsewhere));
    return elsewhere.value;
  }

  learn(_names: readonly string[], forms: readonly string[]): void {
    const { knownSecrets, whose } = this.#deps;
    knownSecrets.learn(forms, 'always', whose);
  }

  /**
   * A value of the vault for the engine itself, which decides where it goes whatever its bindings. Null if it does not
   * exist, or cannot be read: the start has then logged that.
   */
  own(name: string): string | null {
    const { store, vault } = this.#deps;
    try {
      const kept = store.get(name);
      return kept && vault.opened(kept);
    } catch (error) {
      if (isRefusal(error)) return null;
      throw error;
    }
  }

  /** The whole days since a secret of the vault was stored; null if the vault has none of this name. @throws Refusal storage_error */
  ageOf(name: string): number | null {
    const kept = this.#deps.store.get(name);
    return kept && Math.max(0, Math.floor((this.#deps.clock.now() - kept.updatedAt) / DAY));
  }

  #given(name: string): NamedSecret | undefined {
    return this.#deps.environment.find((one) => one.name === name);
  }

  #configured(name: string): NamedSecret | undefined {
    return this.#deps.configured().find((one) => one.name === name);
  }

  /** The bound hosts, and those given beside a secret from elsewhere; all in normalized spelling. */
  #hostsOf(name: string, elsewhere: NamedSecret | undefined): readonly string[] {
    const { store } = this.#deps;
    // Where the vault has a value of this name, too, its hosts are for that one.
    const bound = elsewhere && store.get(name) ? [] : store.hostsOf(name);
    return elsewhere ? [...new Set([...comparableHosts(elsewhere.hosts), ...bound])] : bound;
  }

  #mayGo(name: string, host: string, hosts: readonly string[]): void {
    if (hosts.includes(host)) return;
    const to = hostFrom(host);
    if (to !== null && hosts.includes(to)) return;
    throw refuse.secret_not_for_host({ name, hosts }, say('secrets.other_host', { name, hosts, to }));
  }

  /** `otherwise`: what to do if no name is similar. */
  #notFound(name: string, otherwise: 'secrets.ask_for_it' | 'secrets.listed' = 'secrets.ask_for_it') {
    const near = this.near(name);
    return refuse.secret_not_found({ near }, [
      say('secrets.not_named', { name: quote(name.slice(0, 64)) }),
      near.length === 0 ? say(otherwise) : say('secrets.near', { near }),
    ]);
  }

  /** The owner's; those of members are read through their space alone. */
  #all(): readonly SealedSecret[] {
    return this.#deps.store.all().filter(isOfOwner);
  }

  #names(): readonly string[] {
    const { environment, configured } = this.#deps;
    return [...new Set([...environment, ...this.#all(), ...configured()].map(({ name }) => name))];
  }

  /** Decrypts all secrets to register their values; reports old ones and those that cannot be decrypted. */
  #learned(): Pick<SecretStatus, 'old' | 'unreadable'> {
    const { vault, clock } = this.#deps;
    const all = this.#all();
    const isOld = ({ updatedAt }: SealedSecret) => clock.now() - updatedAt > secretLimits.oldDays * DAY;
    const old = all.filter(isOld).map(({ name }) => name);
    if (vault.state !== 'ready') return { old, unreadable: [] };
    const values = all.map((secret) => ({ name: secret.name, value: vault.opened(secret) }));
    this.learn(
      all.map(({ name }) => name),
      values.flatMap(({ value }) => (value === null ? [] : [value])),
    );
    return { old, unreadable: values.filter(({ value }) => value === null).map(({ name }) => name) };
  }
}

const sayPeople = saying<PeopleProblems>();

const hostsChanged = (name: string) => refuse.secret_hosts_changed({ name });

const NOT_TRUSTED =
  'secrets are not trusted, because they came with another vault.db and were sealed before hosts were part of a seal: store them again with their hosts, or restore the backup that vault.db is from';
const OLD = `secrets are older than ${secretLimits.oldDays} days: replace them where they come from, and store the new ones`;
