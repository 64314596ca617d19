import type { Says } from '../../kernel/says.ts';
import { quote } from '../../kernel/quoted.ts';
import { say } from './says.ts';
import type { Config, ConfigPatch } from '../../instance/config/model.ts';
import type { ToolServer } from './model.ts';

/**
 * The servers of the configuration: programs first, and of one name the first counts. So a request to the API, which may set
 * addresses, takes the place of no program.
 */
export function configuredServers({ mcp_servers = [], mcp_commands = [] }: Config): readonly ToolServer[] {
  const all = [
    ...mcp_commands.map(({ name, command }): ToolServer => ({ name, place: { kind: 'command', command } })),
    ...mcp_servers.map(({ name, url }): ToolServer => ({ name, place: { kind: 'http', url } })),
  ];
  return all.filter((one, index) => all.findIndex(({ name }) => name === one.name) === index);
}

/** Sentences that name the configured servers that are ignored, because another one has their name. */
export function shadowedServers({ mcp_servers = [], mcp_commands = [] }: Config): readonly Says[] {
  const names = [...mcp_commands, ...mcp_servers].map(({ name }) => name);
  const twice = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  return [...twice].map((name) => say('server.same_name', { name: quote(name) }));
}

export const withServer = (
  { mcp_servers = [], mcp_commands = [] }: Config,
  { name, place }: ToolServer,
): ConfigPatch =>
  place.kind === 'http'
    ? { mcp_servers: [...mcp_servers, { name, url: place.url }] }
    : { mcp_commands: [...mcp_commands, { name, command: place.command }] };

/** Removes all servers of this name, and that everybody may use it. A list that becomes empty is removed. */
export function withoutServer(
  { mcp_servers = [], mcp_commands = [], tool_servers_for_everyone: forEveryone = [] }: Config,
  name: string,
): ConfigPatch {
  const left = <One extends { readonly name: string }>(all: readonly One[]) => {
    const others = all.filter((one) => one.name !== name);
    return others.length === all.length ? undefined : others.length === 0 ? null : others;
  };
  const servers = left(mcp_servers);
  const commands = left(mcp_commands);
  const others = forEveryone.filter((one) => one !== name);
  return {
    ...(servers === undefined ? {} : { mcp_servers: servers }),
    ...(commands === undefined ? {} : { mcp_commands: commands }),
    ...(others.length === forEveryone.length
      ? {}
      : { tool_servers_for_everyone: others.length === 0 ? null : others }),
  };
}
