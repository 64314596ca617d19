import type { Ids } from '../../ports/ids.ts';
import { isJournalConflict } from '../../ports/journal.ts';
import type { Asker, Scope } from '../people/model.ts';
import { refuse } from './errors.ts';
import { signInLimits as limits } from './limits.ts';
import { isOver, ownTokenOf, type OwnToken } from './model.ts';
import type { Changed, SignInJournal, Time, Values } from './port.ts';
import { mustBePresent } from './service.ts';
import type { SignInStore } from './store.ts';

export interface OwnTokenDeps {
  readonly store: Pick<SignInStore, 'tokensOf'>;
  readonly journal: SignInJournal;
  readonly values: Values;
  readonly changed: Changed;
  readonly ids: Ids;
  readonly time: Time;
}

/** The tokens that a person makes for programs of theirs. */
export class OwnTokenService {
  readonly #deps: OwnTokenDeps;

  constructor(deps: OwnTokenDeps) {
    this.#deps = deps;
  }

  /**
   * @returns it with the token itself, which is not kept
   * @throws Refusal sign_in_needed, scopes_only_narrow, expires_in_past, most_reached, disk_full, storage_error
   */
  async make(
    asker: Asker,
    { name, scopes, expiresAt }: Pick<OwnToken, 'name' | 'scopes' | 'expiresAt'>,
  ): Promise<OwnToken & { readonly token: string }> {
    const { journal, values, ids, time } = this.#deps;
    mustBePresent(asker);
    mayOnlyNarrow(scopes, asker.scopes);
    const { now } = time();
    if (expiresAt !== null && expiresAt <= now) throw refuse.expires_in_past();
    if ((await this.list(asker)).length >= limits.tokens) throw refuse.most_reached({ most: limits.tokens });
    const value = values.mint();
    const token: OwnToken = {
      tokenId: ids.next(),
      hash: values.hash(value, 'token'),
      personId: asker.person,
      name,
      scopes: [...new Set(scopes)],
      createdAt: now,
      lastUsedAt: null,
      expiresAt,
    };
    await journal.commit([{ change: 'token.made', token }]);
    return { ...token, token: ownTokenOf(value) };
  }

  /** The newest first. */
  async list({ person }: Asker): Promise<readonly OwnToken[]> {
    const time = this.#deps.time();
    return (await this.#deps.store.tokensOf(person)).filter((token) => !isOver(token, time));
  }

  /**
   * Another name, or fewer scopes, at once, on open streams, too.
   * @throws Refusal token_not_found, scopes_only_narrow, disk_full, storage_error
   */
  async set(
    asker: Asker,
    tokenId: string,
    changes: { readonly name?: string; readonly scopes?: readonly Scope[] },
  ): Promise<OwnToken> {
    const before = await this.#get(asker, tokenId);
    const { name = before.name, scopes = before.scopes } = changes;
    mayOnlyNarrow(scopes, before.scopes);
    const after = { ...before, name, scopes: [...new Set(scopes)] };
    await this.#committed({ change: 'token.set', tokenId: before.tokenId, name, scopes: after.scopes });
    return after;
  }

  /** At once, on open streams, too. @throws Refusal token_not_found, disk_full, storage_error */
  async remove(asker: Asker, tokenId: string): Promise<void> {
    const { tokenId: id } = await this.#get(asker, tokenId);
    await this.#committed({ change: 'token.removed', tokenId: id });
  }

  async #get(asker: Asker, tokenId: string): Promise<OwnToken> {
    const found = (await this.list(asker)).find((one) => one.tokenId === tokenId.toLowerCase());
    if (!found) throw refuse.token_not_found();
    return found;
  }

  async #committed(change: Parameters<SignInJournal['commit']>[0][number]): Promise<void> {
    try {
      await this.#deps.journal.commit([change]);
    } catch (error) {
      if (isJournalConflict(error)) throw refuse.token_not_found();
      throw error;
    }
    this.#deps.changed.tell();
  }
}

function mayOnlyNarrow(scopes: readonly Scope[], given: readonly Scope[]): void {
  if (scopes.some((scope) => !given.includes(scope))) throw refuse.scopes_only_narrow();
}
