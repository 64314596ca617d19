import { isJsonObject, isDeeperThan, type Json, type JsonObject } from '../../../core/kernel/json.ts';
import { toolServerLimits as limits } from '../../../core/execution/tool-servers/limits.ts';

const ASKS = 'x-mcp-header';
/** https://www.rfc-editor.org/rfc/rfc9110#name-tokens */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/u;
const TYPES: ReadonlySet<Json | undefined> = new Set(['string', 'integer', 'boolean']);

/**
 * Schemas of inputs of which some members are repeated in headers, by the names of their tools. Of revision 2026-07-28:
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export class HeaderSchemas {
  readonly #schemas = new Map<string, JsonObject>();

  /** Takes the place of an earlier list. @returns the definitions without those that ask for headers in no good order */
  learn(definitions: readonly Json[]): readonly Json[] {
    this.#schemas.clear();
    return definitions.filter((definition, index) => {
      const { name, inputSchema } = (definition ?? {}) as {
        readonly name?: Json;
        readonly inputSchema?: Json;
      };
      if (index >= limits.tools || typeof name !== 'string' || !isJsonObject(inputSchema)) return true;
      if (!asksForHeaders(inputSchema)) return true;
      const isGood = isInGoodOrder(inputSchema);
      if (isGood) this.#schemas.set(name, inputSchema);
      return isGood;
    });
  }

  /** Without the schema of the result, which the library would compile. */
  of(name: string): { readonly name: string; readonly inputSchema: { readonly type: 'object' } } {
    return { name, inputSchema: { ...this.#schemas.get(name), type: 'object' } };
  }
}

/** Reading a schema is recursive: one that nests too deeply is not offered anyway. */
function asksForHeaders(schema: JsonObject): boolean {
  if (isDeeperThan(schema, limits.definitionDepth)) return false;
  const text = JSON.stringify(schema);
  return text.length <= limits.definitionBytes && text.includes(`"${ASKS}":`);
}

/** Names of headers are tokens, each once, of plain fields, and stand nowhere else. */
function isInGoodOrder(schema: JsonObject): boolean {
  const names = new Set<string>();
  const isFieldGood = (field: Json): boolean => {
    if (!isJsonObject(field)) return true;
    const { [ASKS]: name, ...rest } = field;
    if (name === undefined) return isSchemaGood(rest);
    if (typeof name !== 'string' || !TOKEN.test(name) || !TYPES.has(field['type'])) return false;
    const isNew = !names.has(name.toLowerCase());
    names.add(name.toLowerCase());
    return isNew && isSchemaGood(rest);
  };
  const isSchemaGood = ({ properties, ...others }: JsonObject): boolean =>
    !JSON.stringify(others).includes(`"${ASKS}":`) &&
    (!isJsonObject(properties) || Object.values(properties).every(isFieldGood));
  return isSchemaGood(schema);
}
