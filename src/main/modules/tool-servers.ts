import type { ContainerModuleLoadOptions } from 'inversify';
import { machineMemory } from '../../adapters/out/system/machine-memory.ts';
import { Logins } from '../../core/execution/tool-servers/logins.ts';
import type { ToolServerClient } from '../../core/execution/tool-servers/port.ts';
import { ToolServerService } from '../../core/execution/tool-servers/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  configTokens,
  consentTokens,
  databaseTokens,
  processTokens as p,
  promptTokens,
  secretTokens,
  toolServerTokens,
  usableTokens,
  webTokens,
} from '../tokens.ts';

/** Loading the libraries of the protocol takes the event loop: the first requests go before it. */
const MOMENT_MS = 200;

/** The tool servers that the engine is a client of. The libraries of their protocol are loaded when the first is met. */
export const toolServersModule = {
  name: 'tool-servers',
  tokens: toolServerTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const {
      toolServerStore: store,
      toolServerClient: client,
      toolServerLogins: logins,
      toolServers,
    } = toolServerTokens;
    const { databases, journal } = databaseTokens;
    const { clock, log } = p;
    provide(options, store, { databases }, (all) => all.databases.history.toolServers);
    provide(
      options,
      logins,
      { secrets: secretTokens.secrets, knownSecrets: p.knownSecrets, crypto: secretTokens.crypto },
      (deps) => new Logins(deps),
    );
    provide(
      options,
      client,
      {
        platform: p.platform,
        settings: p.settings,
        reach: webTokens.webReach,
        ownPorts: p.ownPorts,
        logins,
        clock,
        log,
      },
      ({ platform: { version }, settings, reach: { resolve }, ...deps }): ToolServerClient => {
        let toolClient: Promise<ToolServerClient> | null = null;
        const load = async () => {
          const { ToolClient } = await import('../../adapters/out/tool-client/client.ts');
          const { HostAddresses } = await import('../../adapters/out/web/host-addresses.ts');
          const addresses = new HostAddresses({ clock: deps.clock, ...(resolve ? { resolve } : {}) });
          const environment = settings.commandEnvironment;
          return new ToolClient({ ...deps, version, addresses, environment, machineBytes: machineMemory() });
        };
        const loaded = () => (toolClient ??= load());
        return {
          check: async (place) => await (await loaded()).check(place),
          connect: async (...asked) => await (await loaded()).connect(...asked),
          signIn: async (...asked) => await (await loaded()).signIn(...asked),
        };
      },
    );
    provide(
      options,
      toolServers,
      {
        config: configTokens.config,
        client,
        store,
        logins,
        journal,
        prompts: promptTokens.prompts,
        knownSecrets: secretTokens.maskedFor,
        crypto: secretTokens.crypto,
        consents: consentTokens.consents,
        clock,
        log,
        words: p.words,
        usable: usableTokens.usableBy,
      },
      ({ usable, ...deps }) =>
        new ToolServerService({
          ...deps,
          mayUse: (server, person) => usable.mayUse(person, usable.toolServer(server)),
        }),
    );
  },
  services: { toolServers: toolServerTokens.toolServers },
  start: ({ get, onStop }) => {
    const servers = get(toolServerTokens.toolServers);
    servers.start();
    onStop('tool servers', () => servers.stop());
  },
  reachOut: (get) => {
    const connect = () => get(toolServerTokens.toolServers).connect();
    void get(p.clock).sleep(MOMENT_MS).then(connect);
  },
} satisfies Module;
