// The engine of src/, a process of its own, with the model of the bench and a tool that does nothing.
import { Type } from 'typebox';
import { agentTools } from '../src/contract/agent/tools.ts';
import { tool, type AnyToolRow } from '../src/contract/row.ts';
import { boot } from '../src/main/boot.ts';
import { httpSurface } from '../src/main/http-surface.ts';
import { listenOnPort } from '../src/main/listen.ts';
import { systemPlatform } from '../src/main/platform.ts';
import { settingsFrom } from '../src/main/settings.ts';
import { announce, given } from './child.ts';
import { ProviderModel } from './provider-model.ts';

const { providerUrl, dataDir } = given<{ readonly providerUrl: string; readonly dataDir: string }>();

/** Goes the whole way of a tool, and leaves out only the work: what is measured is the engine, not a disk. */
const doNothing = tool({
  name: 'do_nothing',
  does: 'Does nothing.',
  input: Type.Object({ path: Type.String(), content: Type.String() }),
  effect: 'read',
  consent: 'read',
  handle: async (_services, { path }) => `Did nothing to ${path}.`,
});
// The engine takes its tools from this table and no other; it is read when the engine boots.
(agentTools as AnyToolRow[]).push(doNothing);

const settings = settingsFrom({ SVC_DATA_DIR: dataDir, LOG_LEVEL: 'warn' }, { demo: false });
const platform = systemPlatform(settings, new URL('../src/', import.meta.url));
const model = new ProviderModel(providerUrl);
const engine = await boot(settings, platform, { models: { open: async () => model } });
const surface = httpSurface({ engine, reason: '' }, platform, {
  allowedHosts: [],
  allowedOrigins: [],
  token: null,
});
const { port } = await listenOnPort(surface, '127.0.0.1', 0);
announce(port);
