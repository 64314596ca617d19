import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import { keysOfThisMachine } from './keys.ts';

export interface FromElsewhere {
  readonly values: JsonObject;
  /** The given keys that have no effect here. */
  readonly left: readonly string[];
  /** Addresses of model servers that were not used here before. */
  readonly addresses: readonly string[];
}

/**
 * The configuration of another machine, reduced to what may take effect here. `keysOfThisMachine` keep their values
 * from `here`. The address of a model server is kept only if it has a key of its own, or is on this machine: any other
 * one would be sent `COMPAT_API_KEY`, which names no address.
 */
export function fromElsewhere(given: JsonObject, here: JsonObject): FromElsewhere {
  const left: string[] = [];
  const values: Record<string, Json> = {};
  for (const [name, value] of Object.entries(given)) {
    if (isOfThisMachine(name)) left.push(name === 'mcp_servers' ? `${name} (${serversIn(value)})` : name);
    else if (name === 'api_base_url' && !isSafe(given)) left.push(name);
    else if (name === 'model_profiles' && isJsonObject(value)) values[name] = profilesOf(value, left);
    else values[name] = value;
  }
  for (const [name, value] of Object.entries(here)) if (isOfThisMachine(name)) values[name] = value;
  const known = addressesIn(here);
  return { values, left, addresses: addressesIn(values).filter((one) => !known.includes(one)) };
}

function addressesIn(config: JsonObject): readonly string[] {
  const { model_profiles: profiles } = config;
  const all = [config, ...(isJsonObject(profiles) ? Object.values(profiles).filter(isJsonObject) : [])];
  return [...new Set(all.flatMap(({ api_base_url: url }) => (typeof url === 'string' ? [url] : [])))];
}

/** So that their owner can add them again. */
const serversIn = (value: Json): string =>
  (Array.isArray(value) ? (value as readonly Json[]) : [])
    .filter(isJsonObject)
    .map(({ name, url }) => `${String(name)} ${String(url)}`)
    .join(', ')
    .slice(0, 1_000);

const isOfThisMachine = (name: string): boolean => keysOfThisMachine.some((key) => key === name);

function profilesOf(profiles: JsonObject, left: string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(profiles).map(([name, profile]) => {
      if (!isJsonObject(profile) || !Object.hasOwn(profile, 'api_base_url') || isSafe(profile))
        return [name, profile];
      left.push(`model_profiles.${name}.api_base_url`);
      return [name, Object.fromEntries(Object.entries(profile).filter(([key]) => key !== 'api_base_url'))];
    }),
  );
}

/** Whether a request to its address carries its own key, or leaves this machine not at all. */
function isSafe({ api_base_url: url, api_key: key, api_key_for: place }: JsonObject): boolean {
  if (typeof url !== 'string' || !URL.canParse(url)) return false;
  const { origin, hostname } = new URL(url);
  if (hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/u.test(hostname)) return true;
  return typeof key === 'string' && key !== '' && (place === undefined || place === origin);
}
