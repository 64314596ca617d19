import { nearNames } from '../../kernel/near-names.ts';
import { refuse } from './errors.ts';
import { hostnameOf, hostOf, type ApiProfile } from './model.ts';
import { say } from './says.ts';

/** The valid profiles at this moment. */
export class ApiRegistry {
  readonly #byId = new Map<string, ApiProfile>();
  #byHost: ReadonlyMap<string, readonly ApiProfile[]> = new Map();

  /** By id. */
  all(): readonly ApiProfile[] {
    return [...this.#byId.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** @throws Refusal api_profile_not_found */
  get(id: string): ApiProfile {
    const found = this.#byId.get(id);
    if (found) return found;
    const near = nearNames(id, [...this.#byId.keys()]);
    throw refuse.api_profile_not_found({ near }, say('api.api_profile_not_found', { near }));
  }

  /** The profiles of a host name, without a port. */
  ofHost(hostname: string): readonly ApiProfile[] {
    return this.#byHost.get(hostname) ?? [];
  }

  /** Whether the address is on the server of a profile, with the same scheme and port. */
  isAt(address: string): boolean {
    if (!URL.canParse(address)) return false;
    const url = new URL(address);
    return this.ofHost(hostnameOf(url)).some(({ base_url }) => {
      const base = new URL(base_url);
      return base.protocol === url.protocol && hostOf(base) === hostOf(url);
    });
  }

  /** These profiles and no others. */
  replace(profiles: readonly ApiProfile[]): void {
    this.#byId.clear();
    this.put(profiles);
  }

  put(profiles: readonly ApiProfile[]): void {
    for (const profile of profiles) this.#byId.set(profile.id, profile);
    this.#index();
  }

  remove(id: string): void {
    this.#byId.delete(id);
    this.#index();
  }

  #index(): void {
    const hostname = ({ base_url }: ApiProfile) => hostnameOf(new URL(base_url));
    this.#byHost = Map.groupBy(this.all(), hostname);
  }
}
