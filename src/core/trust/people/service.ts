import { personId, type PersonId } from '../../kernel/ids.ts';
import { OneAtATime } from '../../kernel/one-at-a-time.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { isStoreUnusable } from '../../kernel/storage-refusals.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { KnownOwner } from './model.ts';
import { isJournalConflict, type Journal } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import { refusePeople } from '../../kernel/people-refusals.ts';
import { accessFrom, accessText, NOBODY_SIGNS_IN, type Access } from './access.ts';
import type { AccessChanged } from './changed.ts';
import { refuse } from './errors.ts';
import type { Asker, MayWork, Person, Proof, WhyOut } from './model.ts';
import { refusedFor, type Ongoing, type Piece } from '../../kernel/ongoing.ts';
import { admit, scopeFor, type Guarded } from './policy.ts';
import type { AccessFile, PeopleChange, PeopleStore } from './store.ts';

export interface PeopleServiceDeps {
  readonly journal: Journal<PeopleChange>;
  readonly people: PeopleStore;
  readonly file: AccessFile;
  readonly changed: AccessChanged;
  readonly ongoing: Ongoing;
  readonly ids: Ids;
  readonly clock: Clock;
  /** Learns who the owner is. */
  readonly known: KnownOwner;
  readonly log: Log;
}

/** What the owner may change of a person; what is absent stays. */
export interface PersonChanges {
  readonly name?: string;
  readonly dailyLimitUsd?: number | null;
  readonly disabled?: boolean;
  readonly proxyUser?: string | null;
}

export class PeopleService {
  readonly #deps: PeopleServiceDeps;
  #owner: Person | null = null;
  #access: Access = NOBODY_SIGNS_IN;
  /** Who is disabled, by the file or by the databases, or was removed. */
  readonly #out = new Set<PersonId>();
  /** Serialised: each write replaces the whole file. */
  readonly #changes = new OneAtATime<'access'>();

  constructor(deps: PeopleServiceDeps) {
    this.#deps = deps;
  }

  /**
   * At the start: makes the owner, if there is none yet. Where a new owner cannot be stored, what they make belongs to the one
   * that a later start makes. Where the store cannot be used at all, the owner has an id of this process, so that they can
   * still see to it: nothing can be stored with that.
   * @throws Refusal storage_error if the people could not be read: with another owner, what is the owner's would be hidden
   */
  async load(): Promise<void> {
    const { people, journal, ids, clock } = this.#deps;
    const made = ownerWith(personId(ids.next()), clock.now());
    let found: Person | null;
    let members: readonly Person[] = [];
    try {
      found = await people.owner();
      members = (await people.list()).filter(({ role }) => role === 'member');
    } catch (error) {
      if (!isStoreUnusable(error)) throw error;
      found = made;
    }
    this.#owner = found ?? made;
    this.#deps.known.id = this.#owner.personId;
    await this.#loadAccess(members);
    if (found !== null) return;
    try {
      await journal.commit([{ change: 'person.add', person: made }]);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  }

  /** Whom the engine belongs to. */
  get owner(): PersonId {
    return this.#loaded().personId;
  }

  /** Whether there is such a person, also one who may not sign in. @throws Refusal storage_error */
  async isThere(id: PersonId): Promise<boolean> {
    return id === this.owner || (await this.#deps.people.get(id)) !== null;
  }

  /** Whether everybody signs in, on every way in. It stays so from the first invitation on. */
  get isSigningInOn(): boolean {
    return this.#access.signingIn;
  }

  /** People for whom nothing works: they are disabled or removed, or what is their own is being erased. Answered from memory. */
  get out(): readonly PersonId[] {
    return [...this.#out, ...this.erasing];
  }

  /** Whose own things are being erased. Answered from memory. */
  get erasing(): readonly PersonId[] {
    return this.#access.erasing.map(personId);
  }

  /** Whether work may begin or go on for this person. Answered from memory. */
  readonly mayWork: MayWork = (person) => this.whyOut(person) === null;

  readonly whyOut: WhyOut = (person) => {
    if (this.#out.has(person)) return 'disabled';
    return this.#access.erasing.includes(person) ? 'erasing' : null;
  };

  /** From here on what is this person's own is erased, whatever dies. Durable when it resolves; repeatable. @throws Refusal disk_full, storage_error */
  async beginErasure(id: PersonId): Promise<void> {
    await this.#close({ erasing: id });
  }

  /** It is over, or has not begun after all. Durable when it resolves; repeatable. @throws Refusal disk_full, storage_error */
  async endErasure(id: PersonId): Promise<void> {
    await this.#changes.run('access', async () => {
      const erasing = this.#access.erasing.filter((one) => one !== id);
      if (erasing.length < this.#access.erasing.length) await this.#replace({ ...this.#access, erasing });
    });
  }

  /** Durable when it resolves; repeatable. @throws Refusal disk_full, storage_error */
  async turnSigningInOn(): Promise<void> {
    if (this.isSigningInOn) return;
    await this.#close({ signingIn: true });
    this.#deps.changed.tell();
  }

  /**
   * Who it is that may ask for the row.
   * @throws Refusal not_signed_in, owner_only, scope_too_narrow
   */
  async admit(row: Guarded, proof: Proof | null): Promise<Asker> {
    const asker = proof === null ? null : await this.#asker(proof);
    return admit(row, asker);
  }

  /**
   * Begins a request of an admitted person; disabling or removing them waits until it is over. While a person's own
   * data is being erased, they may read and delete, and nothing else, on every way in. Rows that only the owner has concern the
   * house and stay open.
   * @throws Refusal not_signed_in, own_erasure_running
   */
  begin({ person }: Asker, row: Guarded & { readonly deletes: boolean }): Piece {
    if (this.#out.has(person)) throw refusedFor('disabled');
    const isFree = row.who === 'owner' || row.deletes || scopeFor(row) === 'read';
    if (!isFree && this.erasing.includes(person)) throw refusedFor('erasing');
    return this.#deps.ongoing.begin(person, isFree ? ['disabled'] : ['disabled', 'erasing']);
  }

  /** Whether the person with this proof may use the engine at all. */
  async isIn(proof: Proof): Promise<boolean> {
    return (await this.#mayEnter(proof.person)) !== null;
  }

  /** The person who asks, as stored; the owner also where they could not be. @throws Refusal not_signed_in */
  async me({ person }: Asker): Promise<Person> {
    const found = await this.#found(person);
    if (found === null) throw refusePeople.not_signed_in();
    return found;
  }

  /** The owner is the first. */
  async list(): Promise<readonly Person[]> {
    const all = await this.#deps.people.list();
    return all.map((person) => this.#asClosed(person));
  }

  /** @throws Refusal person_not_found */
  async get(id: PersonId): Promise<Person> {
    const found = await this.#found(id);
    if (found === null) throw refuse.person_not_found();
    return this.#asClosed(found);
  }

  /** Null if there is no such person, or they are locked out. */
  async ofProxyUser(proxyUser: string): Promise<Person | null> {
    const found = await this.#deps.people.ofProxyUser(proxyUser);
    return found === null || this.#asClosed(found).disabled ? null : found;
  }

  /**
   * A person who is disabled is locked out at once, on open streams, too. Their sessions, tokens and links are gone for good: who
   * is enabled signs in anew. The owner cannot be disabled.
   * @throws Refusal person_not_found, owner_stays, proxy_user_taken, disk_full, storage_error
   */
  async set(id: PersonId, { name, dailyLimitUsd, disabled, proxyUser }: PersonChanges): Promise<Person> {
    const before = await this.get(id);
    if (before.role === 'owner' && disabled === true) throw refuse.owner_stays();
    const after: Person = {
      ...before,
      ...(name === undefined ? {} : { name }),
      ...(dailyLimitUsd === undefined ? {} : { dailyLimitUsd }),
      ...(disabled === undefined ? {} : { disabled }),
      ...(proxyUser === undefined ? {} : { proxyUser }),
    };
    // The file closes first and opens last: whatever fails between, nobody is let in who should not be.
    if (after.disabled) await this.#close({ disabled: id });
    // When they are enabled, too: the file may have closed where nothing could be stored.
    await this.#store(after, before.disabled || after.disabled);
    if (!after.disabled) await this.#open(id);
    this.#deps.changed.tell();
    return after;
  }

  /** Records who may be given this person's data when they are removed; null: nobody. @throws Refusal person_not_found */
  async agreeToHandover({ person }: Asker, to: PersonId | null): Promise<Person> {
    if (to === person) throw refuse.handover_to_self();
    if (to !== null) await this.get(to);
    const after = { ...(await this.get(person)), handoverTo: to };
    await this.#store(after);
    return after;
  }

  /**
   * Forgets a person whose things are gone already. The id is out for good, also if a backup brings it back.
   * @throws Refusal person_not_found, owner_stays, disk_full, storage_error
   */
  async remove(id: PersonId): Promise<void> {
    if ((await this.get(id)).role === 'owner') throw refuse.owner_stays();
    await this.#close({ removed: id });
    await this.#deps.journal.commit([{ change: 'person.remove', personId: id }]);
    this.#deps.changed.tell();
  }

  /** What the work of a person may cost on one day, in US dollars; Infinity: as much as the engine may spend. Nothing, of who was removed or disabled. */
  async dailyLimitOf(person: PersonId): Promise<number> {
    const found = person === this.owner ? this.#loaded() : await this.#deps.people.get(person);
    if (found === null || this.#asClosed(found).disabled) return 0;
    return found.dailyLimitUsd ?? Infinity;
  }

  isOwner(person: PersonId): boolean {
    return person === this.#deps.known.id;
  }

  #loaded(): Person {
    if (this.#owner === null)
      throw new Error('The owner is asked for before the start has loaded the people.');
    return this.#owner;
  }

  async #found(id: PersonId): Promise<Person | null> {
    if (id !== this.owner) return await this.#deps.people.get(id);
    try {
      return (await this.#deps.people.get(id)) ?? this.#loaded();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return this.#loaded();
    }
  }

  async #store(person: Person, signsOut = false): Promise<void> {
    try {
      await this.#deps.journal.commit([{ change: 'person.set', person, signsOut }]);
      if (person.role === 'owner') this.#owner = person;
    } catch (error) {
      if (!isJournalConflict(error)) throw error;
      const holder = person.proxyUser === null ? null : await this.#deps.people.ofProxyUser(person.proxyUser);
      throw holder !== null && holder.personId !== person.personId
        ? refuse.proxy_user_taken()
        : refuse.person_not_found();
    }
  }

  async #asker({ person, scopes, signedIn, with: shown }: Proof): Promise<Asker> {
    const how = { scopes, signedIn, ...(shown === undefined ? {} : { with: shown }) };
    const found = await this.#mayEnter(person);
    if (found === null) throw refusePeople.not_signed_in();
    return { person: found.personId, role: found.role, ...how };
  }

  /** Nothing is read for the owner, whose rights nothing takes away. */
  async #mayEnter(person: Proof['person']): Promise<Pick<Person, 'personId' | 'role'> | null> {
    if (person === 'owner' || person === this.owner) return { personId: this.owner, role: 'owner' };
    const found = await this.#deps.people.get(person);
    return found === null || this.#asClosed(found).disabled ? null : found;
  }

  /** What the databases say of a person, unless a restore has brought it back. */
  #asClosed(person: Person): Person {
    const { disabled, removed } = this.#access;
    const isOut = [...disabled, ...removed].includes(person.personId);
    return isOut && person.role !== 'owner' ? { ...person, disabled: true } : person;
  }

  /** Where the file cannot be read, everybody signs in: it may say so. */
  async #loadAccess(members: readonly Person[]): Promise<void> {
    const read = await this.#deps.file.read();
    const found = read.found === 'text' ? accessFrom(read.text) : null;
    if (found === null && read.found !== 'nothing')
      this.#deps.log.warn('people.json cannot be read, so everybody has to sign in');
    const signingIn = members.length > 0 || (found === null && read.found !== 'nothing');
    this.#access = { ...(found ?? NOBODY_SIGNS_IN), ...(signingIn && { signingIn }) };
    const { disabled, removed } = this.#access;
    this.#out.clear();
    for (const id of [...disabled, ...removed]) this.#out.add(personId(id));
    for (const member of members) if (member.disabled) this.#out.add(member.personId);
  }

  async #close(
    more: { signingIn: true } | { disabled: PersonId } | { removed: PersonId } | { erasing: PersonId },
  ): Promise<void> {
    await this.#changes.run('access', async () => {
      const { signingIn, disabled, removed, erasing } = this.#access;
      await this.#replace({
        signingIn: signingIn || 'signingIn' in more,
        disabled: 'disabled' in more ? [...new Set([...disabled, more.disabled])] : disabled,
        removed: 'removed' in more ? [...new Set([...removed, more.removed])] : removed,
        erasing: 'erasing' in more ? [...new Set([...erasing, more.erasing])] : erasing,
      });
      if ('disabled' in more) this.#out.add(more.disabled);
      if ('removed' in more) this.#out.add(more.removed);
    });
  }

  async #replace(next: Access): Promise<void> {
    await this.#deps.file.replace(accessText(next));
    this.#access = next;
  }

  async #open(id: PersonId): Promise<void> {
    await this.#changes.run('access', async () => {
      const { disabled, removed } = this.#access;
      if (disabled.includes(id)) {
        await this.#replace({ ...this.#access, disabled: disabled.filter((one) => one !== id) });
      }
      if (!removed.includes(id)) this.#out.delete(id);
    });
  }
}

const ownerWith = (id: PersonId, createdAt: number): Person => ({
  personId: id,
  name: null,
  role: 'owner',
  createdAt,
  lastSeenAt: null,
  disabled: false,
  dailyLimitUsd: null,
  proxyUser: null,
  handoverTo: null,
});
