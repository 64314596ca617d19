import { secretTokens, toolServerTokens } from '../../../../src/main/tokens.ts';
import type { ToolServerService } from '../../../../src/core/execution/tool-servers/service.ts';
import type { Step } from '../../../doubles/scripted-model.ts';
import { ScriptedToolServers, type ScriptedToolServer } from '../../../doubles/scripted-tool-servers.ts';
import { coreOver, type CoreOptions } from '../../../harness/core.ts';

const address = (name: string) => ({ kind: 'http', url: `https://${name}.example/mcp` }) as const;

/** The engine of production with these tool servers in its configuration, each met once. */
export async function coreWith(
  servers: Readonly<Record<string, ScriptedToolServer>>,
  turns: readonly (readonly Step[])[] = [],
  options: CoreOptions = {},
) {
  const core = coreOver({
    turns,
    ...options,
    toolServers: options.toolServers ?? new ScriptedToolServers(servers),
  });
  const toolServers: ToolServerService = core.get(toolServerTokens.toolServers);
  await core.get(secretTokens.vault).open();
  toolServers.start();
  toolServers.connect();
  for (const name of Object.keys(servers)) await toolServers.add(name, address(name));
  await core.clock.advance(0);
  return {
    ...core,
    toolServers,
    /** The state of each tool of a server. */
    toolsOf: (name: string) =>
      Object.fromEntries(toolServers.get(name).tools.map((tool) => [tool.name, tool.state])),
    /** The names that a run is offered of tool servers. */
    offered: () => toolServers.tools().map((tool) => tool.name),
  };
}
