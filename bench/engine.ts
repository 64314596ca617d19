// The engine of src/ in its trusted process, with the fake provider and a tool that does nothing.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { agentToolBox } from '../src/adapters/in/agent/tool-box.ts';
import { tool } from '../src/contract/row.ts';
import { trusted } from '../src/adapters/in/agent/model-text.ts';
import { boot } from '../src/main/boot.ts';
import { httpSurface } from '../src/main/serving/http-surface.ts';
import { listenOnPort } from '../src/main/serving/listen.ts';
import { runTokens } from '../src/main/tokens.ts';
import { systemPlatform } from '../src/main/platform.ts';
import { settingsFrom } from '../src/main/settings.ts';
import { announce, given } from './child.ts';
import { wireNamed } from './wires/all.ts';
import type { WireName } from './wires/wire.ts';

const { providerUrl, dataDir, wire } = given<{
  readonly providerUrl: string;
  readonly dataDir: string;
  readonly wire: WireName;
}>();

/**
 * Takes the whole path of a tool call without doing work, so that the engine is measured and not the disk.
 */
const doNothing = tool({
  name: 'do_nothing',
  family: 'core',
  summary: 'Does nothing.',
  input: Type.Object({ path: Type.String(), content: Type.String() }),
  effect: 'read',
  consent: 'read',
  handle: async (_services, { path }) => `Did nothing to ${path}.`,
});
// Extraction is a model call after the run and would overlap with the next measured run.
writeFileSync(join(dataDir, 'config.json'), '{"memory_extraction":false}');

const env = { SVC_DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...wireNamed(wire).env(providerUrl) };
const settings = settingsFrom(env, { demo: false }, dataDir);
const platform = systemPlatform(settings, new URL('../src/', import.meta.url));
const nothing = agentToolBox([doNothing], { do_nothing: trusted }, () => engine.services);
const engine = await boot(settings, platform, {
  rebind: ({ around }) =>
    around(runTokens.toolBox, (box) => ({ tools: () => [...box.tools(), ...nothing.tools()] })),
});
const surface = httpSurface({ engine, reason: '' }, platform, {
  allowedHosts: [],
  allowedOrigins: [],
  trustedProxies: [],
  token: () => null,
});
const { port } = await listenOnPort(surface, { host: '127.0.0.1', port: 0, certificate: null }, platform);
announce(port);
