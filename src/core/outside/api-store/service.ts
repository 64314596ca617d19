import { apiLimits } from './limits.ts';
import { looksSecret, secretMask } from '../../trust/masking/redaction.ts';
import { nonceFrom } from '../../trust/untrusted/untrusted.ts';
import type { Ids } from '../../ports/ids.ts';
import type { KnownSecrets, Log } from '../../ports/log.ts';
import type { Validator } from '../../ports/validator.ts';
import type { Words } from '../../ports/words.ts';
import type { SecretService } from '../../trust/secrets/service.ts';
import type { Asking, WebService } from '../web/service.ts';
import type { Says } from '../../kernel/says.ts';
import { incomplete, malformed, mustBeShown, refuse } from './errors.ts';
import { say } from './says.ts';
import { changedText } from './changed-text.ts';
import { limitsOf, profileFor } from './matching.ts';
import {
  hostnameOf,
  referencesIn,
  secretsOf,
  type ApiProfile,
  type ApiSetupAsk,
  type ShownApi,
} from './model.ts';
import { parsedDocument } from './document-text.ts';
import { draftFrom, type Draft } from './openapi-document.ts';
import { faultsOf, fileText, isBase, missingIn, profileIn } from './profile-file.ts';
import { promptSection } from './prompt-section.ts';
import type { RateWindows } from './rate-windows.ts';
import type { ApiRegistry } from './registry.ts';
import { SecretBindings } from './secret-bindings.ts';
import { consentToSetup } from './setup-consent.ts';
import type { ApiFiles } from './store.ts';

export interface ApiStoreDeps {
  readonly files: ApiFiles;
  readonly registry: ApiRegistry;
  readonly windows: RateWindows;
  readonly secrets: Pick<SecretService, 'bindFor' | 'boundFor' | 'boundByProfiles' | 'known' | 'near'>;
  readonly web: Pick<WebService, 'readDocument'>;
  readonly knownSecrets: Pick<KnownSecrets, 'values'>;
  /** @throws an error of any kind if this is not YAML */
  readonly readYaml: (text: string) => Promise<unknown>;
  readonly mayBeLocal: (origin: string) => boolean;
  readonly validator: Validator;
  readonly words: Words;
  readonly ids: Ids;
  readonly log: Log;
}

/** An OpenAPI document, by address or as text. */
export interface DocumentAsked {
  readonly url: string | null;
  readonly text: string | null;
  readonly paths: readonly string[];
}

export type Bootstrapped =
  | { readonly kind: 'stored'; readonly profile: ApiProfile; readonly leftOut: number }
  | { readonly kind: 'draft'; readonly draft: Draft; readonly missing: readonly Says[] };

/** Descriptions of the APIs that the agent may use: the owner's files, to which the agent may add with consent. */
export class ApiStore {
  readonly #deps: ApiStoreDeps;
  readonly #bindings: SecretBindings;
  /** Unknown to the author of a profile, and the same for every run, so that a provider can cache the prompt. */
  readonly #nonce: string;
  #problems: readonly Says[] = [];
  /** Profiles that are being written or removed. */
  readonly #busy = new Set<string>();
  /** How often one was. */
  #writes = 0;
  /** Of the files as they were read last. */
  #stamp = '';
  #looking: Promise<void> = Promise.resolve();

  constructor(deps: ApiStoreDeps) {
    this.#deps = deps;
    this.#bindings = new SecretBindings(deps);
    this.#nonce = nonceFrom(deps.ids.next());
  }

  /** At start. Invalid files are logged and do not stop the start. */
  async load(): Promise<void> {
    const { windows, log } = this.#deps;
    const names = await this.#read();
    if (names !== null) await this.#bindings.settleAll(new Set(names));
    try {
      await windows.load();
    } catch (error) {
      log.error('counts of requests to APIs could not be read', { error });
    }
  }

  /**
   * Reads the files again if one has come, gone or changed. What a profile no longer sends anywhere stays bound until the
   * next start: an editor may remove a file for a moment. Never rejects.
   */
  look(): Promise<void> {
    const { files, log } = this.#deps;
    this.#looking = this.#looking.then(async () => {
      try {
        // The engine's own writes are in the registry already.
        if (this.#busy.size === 0 && (await files.stamp()) !== this.#stamp) await this.#read();
      } catch (error) {
        log.error('the folder apis could not be read again', { error });
      }
    });
    return this.#looking;
  }

  /** @returns the names of the files; null if the folder cannot be read */
  async #read(): Promise<readonly string[] | null> {
    const { files, registry, validator, log, words } = this.#deps;
    // Before the files: a change while they are read is noticed next time.
    const stamp = await files.stamp();
    const writes = this.#writes;
    const found = await files.all();
    // What was written meanwhile is not in it.
    if (this.#busy.size > 0 || this.#writes > writes) return null;
    this.#stamp = stamp;
    const profiles: ApiProfile[] = [];
    const told = new Set(this.#problems.map((one) => words.inEnglish(one)));
    const problems: Says[] = [];
    if (found === null) {
      log.warn('the folder apis cannot be read, so no API is registered');
      problems.push(say('api.no_folder'));
    }
    for (const { name, read } of found ?? []) {
      const outcome = profileIn(name, read, validator);
      if ('profile' in outcome) {
        profiles.push(outcome.profile);
        continue;
      }
      const file = `apis/${name}`;
      const problem = say('api.left_out', { file, why: outcome.why });
      problems.push(problem);
      if (!told.has(words.inEnglish(problem)))
        log.warn(SKIPPED, { file, reason: words.inEnglish(outcome.why) });
    }
    this.#problems = problems;
    registry.replace(profiles);
    this.#warnOfSize();
    return found?.map(({ name }) => name) ?? null;
  }

  /** By id. */
  list(): readonly ShownApi[] {
    return this.#deps.registry.all().map((profile) => this.#shown(profile));
  }

  /** What hinders the reading of profiles; never quotes the file. */
  problems(): readonly Says[] {
    return this.#problems;
  }

  /** @throws Refusal api_profile_not_found */
  get(id: string): ShownApi {
    return this.#shown(this.#deps.registry.get(id));
  }

  /** Whether the URL's host has a profile, whatever its spelling. */
  isRegistered(url: URL): boolean {
    return this.#deps.registry.ofHost(hostnameOf(url)).length > 0;
  }

  /** The current section of the system prompt, in brief where all of it is longer; empty without profiles. */
  section(maxChars?: number): string {
    return promptSection(this.#deps.registry.all(), this.#nonce, maxChars);
  }

  /**
   * Checks a change before the owner is asked.
   * @throws Refusal as the change itself
   */
  precheck({ action, id, profile = {} }: ApiSetupAsk): void {
    if (action === 'create') this.#new({ ...(id === undefined ? {} : { id }), ...profile });
    if (action === 'update') {
      const which = id ?? profile.id ?? '';
      this.#changed(which, profile);
      mustBeShown(this.#deps.words.inEnglish(changedText(this.get(which), profile)));
    }
    // The address is in the question, which is asked before the document is read.
    if (action === 'bootstrap' && profile.base_url !== undefined && !isBase(profile.base_url))
      throw malformed([say('api.base_url')]);
    if (action === 'delete') this.#deps.registry.get(id ?? profile.id ?? '');
  }

  /**
   * The question to the owner before this change; null if it changes nothing. For an update, includes its text. `standsOn`
   * as in `ConsentDemand`.
   */
  consentTo(
    asked: ApiSetupAsk,
  ): (NonNullable<ReturnType<typeof consentToSetup>> & { readonly standsOn: string }) | null {
    const which = asked.id ?? asked.profile?.id;
    const before = this.list().find(({ id }) => id === which) ?? null;
    const consent = consentToSetup(asked, before);
    return consent && { ...consent, standsOn: JSON.stringify([before, consent.says]) };
  }

  /** The names of the secrets that go with a request of this address, as its profile says. */
  secretsFor(url: URL): readonly string[] {
    return secretsOf(profileFor(url, this.#deps.registry.ofHost(hostnameOf(url)))?.auth);
  }

  /**
   * Stores a new profile and binds the secret that it names to its host. The owner has consented to both.
   * @throws Refusal api_profile_incomplete, invalid_api_profile, api_profile_exists, api_file_in_the_way,
   *   secret_not_found, api_profile_busy, disk_full, storage_error
   */
  async create(given: Partial<ApiProfile>): Promise<ApiProfile> {
    const profile = this.#new(given);
    return await this.#alone(profile.id, async () => {
      if (await this.#deps.files.isTaken(profile.id)) throw refuse.api_file_in_the_way();
      return await this.#keep(profile, true);
    });
  }

  /**
   * Replaces these fields of a profile. The address and the secret change together or not at all, so that the owner was
   * asked where the secret goes.
   * @throws Refusal api_profile_not_found, and as `create`
   */
  async update(id: string, changed: Partial<ApiProfile>): Promise<ApiProfile> {
    const { profile, isNamed } = this.#changed(id, changed);
    return await this.#alone(id, () => this.#keep(profile, isNamed));
  }

  /**
   * Stores a profile as the owner has written it, in the place of one with its id, and binds the secrets that it names to
   * its host.
   * @throws Refusal as `create`
   */
  async save(given: Partial<ApiProfile>): Promise<{ readonly profile: ShownApi; readonly isNew: boolean }> {
    const missing = missingIn(given);
    if (missing.length > 0) throw incomplete(missing, 'owner');
    const profile = this.#checked(given);
    const { id } = profile;
    return await this.#alone(id, async () => {
      const isNew = !this.#deps.registry.has(id);
      if (isNew && (await this.#deps.files.isTaken(id))) throw refuse.api_file_in_the_way();
      return { profile: this.#shown(await this.#keep(profile, true)), isNew };
    });
  }

  /**
   * Deletes a profile and unbinds its secrets.
   * @throws Refusal api_profile_not_found, api_profile_busy, storage_error
   */
  async delete(id: string): Promise<void> {
    this.#deps.registry.get(id);
    await this.#alone(id, async () => {
      await this.#deps.files.remove(id);
      this.#deps.registry.remove(id);
      await this.#bindings.settle(id);
    });
  }

  /**
   * Makes a draft from an OpenAPI 3 document and overrides it with the given fields. Stores it if it is complete and the
   * caller gave the address and the auth: from an untrusted document, only the owner accepts these.
   * @throws Refusal document_unreadable, the refusals of the web, and as `create`
   */
  async bootstrap(
    { url, text, paths }: DocumentAsked,
    given: Partial<ApiProfile>,
    asking: Asking,
  ): Promise<Bootstrapped> {
    const from = url === null ? { url, text: text ?? '' } : await this.#deps.web.readDocument(url, asking);
    const draft = draftFrom(await parsedDocument(from.text, this.#deps.readYaml), { url: from.url, paths });
    const profile = { ...draft.profile, ...given };
    const missing = [
      ...missingIn(profile),
      ...(given.base_url === undefined ? [say('api.not_given_base_url')] : []),
      ...(given.auth === undefined ? [say('api.not_given_auth')] : []),
    ];
    if (missing.length > 0) return { kind: 'draft', draft: { ...draft, profile }, missing };
    return { kind: 'stored', profile: await this.create(profile), leftOut: draft.leftOut };
  }

  /** Whether all profiles together take so much of every request that their owner should know. */
  isLarge(): boolean {
    return new TextEncoder().encode(this.section()).length > apiLimits.promptBytes;
  }

  #new(given: Partial<ApiProfile>): ApiProfile {
    const profile = this.#checked(given);
    if (this.#deps.registry.has(profile.id)) throw refuse.api_profile_exists();
    return profile;
  }

  /** `isNamed`: the change contains both the address and the secret. */
  #changed(
    id: string,
    changed: Partial<ApiProfile>,
  ): { readonly profile: ApiProfile; readonly isNamed: boolean } {
    const before = this.#deps.registry.get(id);
    const { id: other = id, ...fields } = changed;
    if (other !== id) throw malformed([say('api.id_stays')]);
    if (Object.keys(fields).length === 0) throw malformed([say('api.no_change')]);
    const profile = this.#checked({ ...before, ...fields });
    const isMoved = originOf(profile) !== originOf(before);
    const isBound = referencesIn(profile.auth).length > 0;
    const isNamed = fields.auth !== undefined && fields.base_url !== undefined;
    if (isBound && !isNamed && (isMoved || fields.auth !== undefined)) throw malformed([say('api.together')]);
    return { profile, isNamed };
  }

  #checked(given: Partial<ApiProfile>): ApiProfile {
    const missing = missingIn(given);
    if (missing.length > 0) throw incomplete(missing, 'agent');
    const faults = faultsOf(given, this.#deps.validator);
    if (faults.length > 0) throw malformed(faults);
    const profile = given as ApiProfile;
    const names = referencesIn(profile.auth);
    if (names.length > secretsOf(profile.auth).length) throw malformed([say('api.more_secrets')]);
    // A reference looks like a secret, but is not one.
    if (looksSecret((profile.auth?.instructions ?? '').replace(/\bsecret:[A-Z][A-Z0-9_]{0,63}\b/gu, '')))
      throw malformed([say('api.looks_secret')]);
    const { protocol, origin } = new URL(profile.base_url);
    if (names.length > 0 && protocol !== 'https:' && !this.#deps.mayBeLocal(origin))
      throw malformed([say('api.https_only')]);
    for (const name of names) this.#mustBeKnown(name);
    return profile;
  }

  #mustBeKnown(name: string): void {
    const { secrets } = this.#deps;
    if (secrets.known(name) === name) return;
    throw malformed([say('api.no_secret', { name, near: secrets.near(name) })]);
  }

  async #keep(profile: ApiProfile, binds: boolean): Promise<ApiProfile> {
    const { files, registry } = this.#deps;
    if (binds) await this.#bindings.begin(profile);
    try {
      await files.write(profile.id, fileText(profile));
      registry.put([profile]);
    } finally {
      await this.#bindings.settle(profile.id);
    }
    this.#warnOfSize();
    return profile;
  }

  async #alone<T>(id: string, work: () => Promise<T>): Promise<T> {
    if (this.#busy.has(id)) throw refuse.api_profile_busy();
    this.#busy.add(id);
    this.#writes += 1;
    try {
      return await work();
    } finally {
      this.#busy.delete(id);
    }
  }

  #shown(profile: ApiProfile): ShownApi {
    const { registry, windows, knownSecrets } = this.#deps;
    const hostname = hostnameOf(new URL(profile.base_url));
    const limit = windows.state(hostname, limitsOf(registry.ofHost(hostname)));
    // The file may contain the key itself.
    const { auth } = profile;
    const mask = secretMask(knownSecrets.values());
    const instructions = auth?.instructions;
    const clean = instructions === undefined ? {} : { instructions: mask.text(instructions) };
    return { ...profile, ...(auth ? { auth: { ...auth, ...clean } } : {}), limits: limit };
  }

  #warnOfSize(): void {
    if (this.isLarge())
      this.#deps.log.warn(LARGE, { bytes: new TextEncoder().encode(this.section()).length });
  }
}

const SKIPPED = 'API profile skipped';
const LARGE = `registered APIs take more than ${apiLimits.promptBytes / 1000} kB of every request to a model: shorten their profiles`;

const originOf = ({ base_url }: ApiProfile): string => new URL(base_url).origin;
