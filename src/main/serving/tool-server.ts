import { AsyncLocalStorage } from 'node:async_hooks';
import { homedir } from 'node:os';
import type { Readable } from 'node:stream';
import { McpEndpoint, type AskingToken } from '../../adapters/in/mcp/http/endpoint.ts';
import { legacyServer, type LegacyServerDeps } from '../../adapters/in/mcp/eras/legacy-server.ts';
import { modernServer, type ModernServerDeps } from '../../adapters/in/mcp/eras/modern-server.ts';
import { RunIndex } from '../../adapters/in/mcp/run-index.ts';
import { StdioConnection } from '../../adapters/in/mcp/stdio/connection.ts';
import { ToolCalls } from '../../adapters/in/mcp/tool-calls.ts';
import { isLostConnection } from '../../adapters/in/cli/attach.ts';
import { RunsIndexFile } from '../../adapters/out/files/runs-index-file.ts';
import { reasonNotToServe, StartFolder } from '../../adapters/out/files/start-folder.ts';
import type { Principal } from '../../contract/tool-server/row.ts';
import { scopes } from '../../contract/row.ts';
import { toolServerTools } from '../../contract/tool-server/tools.ts';
import { admit } from '../../core/trust/people/policy.ts';
import type { Platform } from '../platform.ts';
import type { Settings } from '../settings.ts';
import { ownerOf, runsFileIn } from '../tool-server-settings.ts';
import { clientWith } from './client-with.ts';
import type { EngineLink } from './engine-link.ts';
import { readEngineRecord } from './engine-record.ts';

export interface ToolServerParts {
  readonly settings: Settings;
  readonly platform: Platform;
  readonly link: EngineLink;
  /** One line for the operator, on stderr. */
  readonly tell: (line: string) => void;
}

/** Tools, resources and prompts of a conformance suite, by protocol. */
interface Suite {
  readonly addLegacyFixtures: LegacyServerDeps['beside'];
  readonly addModernFixtures: ModernServerDeps['beside'];
}

/** The tools for all hosts of one transport. */
interface ServedTools {
  readonly legacy: (isGone: () => boolean) => ReturnType<typeof legacyServer>;
  readonly modern: (isGone: () => boolean) => ReturnType<typeof modernServer>;
  close(): Promise<void>;
}

async function servedTools(
  principal: Principal,
  parts: ToolServerParts,
  asking: AskingToken | null = null,
): Promise<ServedTools> {
  const { settings, platform, link, tell } = parts;
  const { validator, ids, log, version } = platform;
  const { stateDir, isStateDirGiven, fixtures: wantsFixtures } = settings.toolServer;
  const owner = () => ownerOf(settings.dataDir);
  const file = new RunsIndexFile({ path: runsFileIn(stateDir), mayBeLinked: isStateDirGiven, owner, tell });
  const write = file.write.bind(file);
  const index = new RunIndex({ engine: link.client, principal, stateDir, write, log });
  const ofPerson = () => {
    const token = asking?.getStore() ?? null;
    return token === null ? null : clientWith(link.client, token);
  };
  const calls = new ToolCalls({
    tools: toolServerTools,
    engine: () => ofPerson() ?? link.client,
    admit: async ({ who, needs }) => {
      const asker = (await ofPerson()?.['me.get']()) ?? ({ role: 'owner', scopes } as const);
      admit({ who, needs, reads: false }, asker);
    },
    isLostConnection,
    principal,
    // A host beyond this machine cannot open its pages.
    page: () => (principal === 'stdio' ? (readEngineRecord(settings.dataDir)?.page ?? null) : null),
    startFolder: principal === 'stdio' ? startFolderOf(settings, tell) : null,
    stateDir,
    runsChanged: index.changed,
    validator,
    ids,
    log,
  });
  const suite = wantsFixtures ? ((await import(platform.suite.href)) as Suite) : null;
  return {
    legacy: (isGone) => legacyServer({ calls, version, isGone, beside: suite?.addLegacyFixtures }),
    modern: (isGone) => modernServer({ calls, version, isGone, beside: suite?.addModernFixtures }),
    close: () => index.close(),
  };
}

/** Null for a folder that is no project. */
function startFolderOf({ projectDir, dataDir }: Settings, tell: ToolServerParts['tell']): StartFolder | null {
  const reason = reasonNotToServe(projectDir, homedir());
  if (reason === null) return new StartFolder({ root: projectDir, dataDir });
  tell(
    `svc_read_file gives out no files of ${projectDir}, the folder that this was started in: ${reason}. To have files of a project given out, start it in the folder of the project.`,
  );
  return null;
}

/** One host, at the other end of two pipes. */
export async function toolsOverPipes(
  parts: ToolServerParts,
  input: Readable,
  write: (text: string) => Promise<void>,
): Promise<{ readonly closed: Promise<void>; close(): Promise<void> }> {
  const tools = await servedTools('stdio', parts);
  const isGone = () => connection.isClosing;
  const connection: StdioConnection = new StdioConnection({
    input,
    write,
    clock: parts.platform.clock,
    legacy: async (transport) => await tools.legacy(isGone).connect(transport),
    modern: async (transport) => {
      const { serveModernSide } = await import('../../adapters/in/mcp/stdio/modern-side.ts');
      serveModernSide(() => tools.modern(isGone), transport);
    },
  });
  const closed = connection.closed.then(() => tools.close());
  return { closed, close: async () => void (await Promise.all([connection.close(), closed])) };
}

/** Any number of hosts, over HTTP. */
export async function toolsOverHttp(
  parts: ToolServerParts,
): Promise<{ readonly protocol: McpEndpoint; close(): Promise<void> }> {
  const { clock, log } = parts.platform;
  const asking: AskingToken = new AsyncLocalStorage();
  const tools = await servedTools('http', parts, asking);
  const protocol = new McpEndpoint({
    asking,
    legacy: tools.legacy,
    // Revision 2026-07-28: a host that closes the answer cancels its call.
    modern: () => tools.modern(() => false),
    clock,
    log,
  });
  return {
    protocol,
    close: async () => {
      await protocol.close();
      await tools.close();
    },
  };
}
