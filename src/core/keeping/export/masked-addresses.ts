import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import { MASK } from '../../trust/masking/redaction.ts';

/** The settings with what may be a secret masked in the addresses of tool servers: many take a token in their query. */
export function maskedAddresses(settings: JsonObject): JsonObject {
  const { mcp_servers: servers } = settings;
  if (!Array.isArray(servers)) return settings;
  return { ...settings, mcp_servers: servers.map(maskedServer) };
}

const maskedServer = (server: Json): Json =>
  isJsonObject(server) && typeof server['url'] === 'string'
    ? { ...server, url: maskedAddress(server['url']) }
    : server;

/** Masks the user in an address and the value of each query parameter; of a query without names, all of it. */
export const maskedAddress = (url: string): string =>
  url
    .replace(/^([a-z][\w+.-]*:\/\/)[^/?#]*@/iu, (_, scheme: string) => `${scheme}${MASK}@`)
    .replace(/\?([^#]*)/u, (_, query: string) =>
      query === '' ? '?' : `?${query.split('&').map(maskedParameter).join('&')}`,
    )
    .replace(/#.+$/u, `#${MASK}`);

function maskedParameter(parameter: string): string {
  const [name = ''] = parameter.split('=', 1);
  return parameter.includes('=') ? `${name}=${MASK}` : MASK;
}
