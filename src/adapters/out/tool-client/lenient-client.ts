import { Client, type StandardSchemaV1 } from '@modelcontextprotocol/client';
import { isDeeperThan, type Json, type JsonObject } from '../../../core/kernel/json.ts';
import { toolServerLimits as limits } from '../../../core/tool-servers/limits.ts';

/** The wire keeps from the library what is not its business; what it passes on is taken as it is. */
export const asItIs: StandardSchemaV1<unknown> = {
  '~standard': { version: 1, vendor: 'svc', validate: (value) => ({ value }) },
};

/** The library's client, with results of tools as the wire passes them on, and without compiling schemas of strangers. */
export function lenientClient(...[info, options]: ConstructorParameters<typeof Client>): Client {
  const client = new Client(info, {
    ...options,
    jsonSchemaValidator: {
      getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
    },
  });
  // `callTool` puts arguments into headers where the revision asks for that, and then makes the request by this method.
  const request = client.request.bind(client) as (...given: readonly unknown[]) => Promise<never>;
  client.request = (asked: { readonly method: string }, ...rest: readonly unknown[]): Promise<never> =>
    asked.method === 'tools/call' ? request(asked, asItIs, rest[0]) : request(asked, ...rest);
  return client;
}

/** Schemas of inputs of which some members are repeated in headers (`x-mcp-header`), by the names of their tools. */
export class HeaderSchemas {
  readonly #schemas = new Map<string, JsonObject>();

  /** Takes the place of an earlier list. */
  learn(definitions: readonly Json[]): void {
    this.#schemas.clear();
    for (const definition of definitions.slice(0, limits.tools)) {
      const { name, inputSchema } = (definition ?? {}) as {
        readonly name?: Json;
        readonly inputSchema?: Json;
      };
      if (typeof name === 'string' && isObject(inputSchema) && asksForHeaders(inputSchema))
        this.#schemas.set(name, inputSchema);
    }
  }

  /** Without that of its result, which would be compiled. */
  of(name: string): { readonly name: string; readonly inputSchema: { readonly type: 'object' } } {
    return { name, inputSchema: { ...this.#schemas.get(name), type: 'object' } };
  }
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reading a schema is recursive: one that nests too deeply is not offered, and has no headers either. */
function asksForHeaders(schema: JsonObject): boolean {
  if (isDeeperThan(schema, limits.definitionDepth)) return false;
  const text = JSON.stringify(schema);
  return text.length <= limits.definitionBytes && text.includes('"x-mcp-header"');
}
