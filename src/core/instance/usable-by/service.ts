import type { PersonId } from '../../kernel/ids.ts';
import type { KnownOwner } from '../../trust/people/model.ts';
import type { ConfigService } from '../config/service.ts';
import type { UsableBy } from './model.ts';

export interface UsableByServiceDeps {
  readonly config: Pick<ConfigService, 'current' | 'update'>;
  readonly owner: KnownOwner;
}

/** Reads the configuration at each question, so that a change counts from the next call on. */
export class UsableByService {
  readonly #deps: UsableByServiceDeps;

  constructor(deps: UsableByServiceDeps) {
    this.#deps = deps;
  }

  secret(name: string): UsableBy {
    return whoseOf(this.#config.secrets_for_everyone, name);
  }

  toolServer(name: string): UsableBy {
    return whoseOf(this.#config.tool_servers_for_everyone, name);
  }

  google(): UsableBy {
    return this.#config.google_for_everyone ? 'everyone' : 'owner';
  }

  privateHosts(): UsableBy {
    return this.#config.private_hosts_for_everyone ? 'everyone' : 'owner';
  }

  mayUse(person: PersonId, usableBy: UsableBy): boolean {
    return usableBy === 'everyone' || person === this.#deps.owner.id;
  }

  /** Call it before the secret goes: one that is stored later under its name is the owner's alone. @throws Refusal config_file_invalid, disk_full, storage_error */
  async forgetSecret(name: string): Promise<void> {
    const all = this.#config.secrets_for_everyone ?? [];
    if (!all.includes(name)) return;
    const left = all.filter((one) => one !== name);
    await this.#deps.config.update(
      { secrets_for_everyone: left.length === 0 ? null : left },
      { replace: false },
    );
  }

  get #config() {
    return this.#deps.config.current().values;
  }
}

const whoseOf = (all: readonly string[] = [], name: string): UsableBy =>
  all.includes(name) ? 'everyone' : 'owner';
