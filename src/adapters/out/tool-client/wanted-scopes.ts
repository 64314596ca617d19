import { computeScopeUnion } from '@modelcontextprotocol/client';
import { placeText, type ToolServer } from '../../../core/execution/tool-servers/model.ts';

/** RFC 6749, 3.3; and no server needs more. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/u;
const SCOPE_CHARS = 1_000;

/**
 * What servers have asked for beyond a login that is kept, since it began. The next login asks for it, too: on the word of the
 * owner, who sees it where the login is made.
 */
export class WantedScopes {
  readonly #wanted = new Map<string, string>();

  /** @returns whether the next login can ask for it, as far as it is named */
  add(server: ToolServer, scope: string | undefined): boolean {
    if (scope === undefined) return true;
    const all = computeScopeUnion(this.of(server), scope) ?? '';
    if (!SCOPE.test(all) || all.length > SCOPE_CHARS) return false;
    this.#wanted.set(keyOf(server), all);
    return true;
  }

  of(server: ToolServer): string | undefined {
    return this.#wanted.get(keyOf(server));
  }

  /** There is a new login. */
  forget(server: ToolServer): void {
    this.#wanted.delete(keyOf(server));
  }
}

const keyOf = ({ name, place }: ToolServer): string => JSON.stringify([name, placeText(place)]);
