import { areArgumentsText } from './arguments-text.ts';
import { runProgram, type ServeFlags } from '../adapters/in/cli/program.ts';
import type { Log } from '../core/ports/log.ts';
import { EXIT } from '../contract/cli/command.ts';
import { englishTeller, languageIn, wordsIn } from '../contract/words/of-terminal.ts';
import { endOf } from './process/ends.ts';
import { serveEditor, serveHttp, serveTools, serveWeb, terminalVerbs } from './process/modes.ts';
import { systemPlatform, versionAt } from './platform.ts';
import { protocolOutput } from './process/protocol-output.ts';
import { stopSignal, watchForFaults } from './process/process-signals.ts';
import { settingsFrom, type Settings } from './settings.ts';
import { webSettingsFrom } from './web-settings.ts';
import { warnOfUnusedProxies } from './process/unused-proxies.ts';
import { boundYoungGeneration } from './process/young-generation.ts';

const out = (text: string) => void process.stdout.write(text);
const err = (text: string) => void process.stderr.write(text);

/** The process: reads the command line, carries it out, and exits with the matching code. */
export async function main(argv: readonly string[], home: URL): Promise<void> {
  const { stop, interrupts, hasReaderLeft } = stopSignal();
  let log: Log | null = null;
  watchForFaults(() => log, stop);
  const start = (flags: ServeFlags, logLevel: Settings['logLevel'] | null = null) => {
    const said = settingsFrom(process.env, flags);
    const settings = { ...said, logLevel: logLevel ?? said.logLevel };
    const platform = systemPlatform(settings, home);
    log = platform.log;
    boundYoungGeneration();
    return { settings, platform };
  };
  const words = () => wordsIn(languageIn(process.env));
  try {
    const code = await runProgram(
      argv,
      {
        version: versionAt(home),
        areArgumentsText,
        words,
        serveHttp: async (flags) => {
          const { settings, platform } = start(flags);
          warnOfUnusedProxies(platform.log, process.env);
          const done = await serveHttp(settings, platform, stop.signal);
          await platform.log.flush();
          return done;
        },
        serveWeb: async () => {
          const settings = webSettingsFrom(process.env);
          const platform = systemPlatform({ ...settings, secrets: [] }, home);
          log = platform.log;
          boundYoungGeneration();
          const done = await serveWeb(settings, platform, stop.signal);
          await platform.log.flush();
          return done;
        },
        serveTools: async ({ demo, transport }) => {
          const over =
            transport === 'http' ? transport : { stdio: protocolOutput(process.stdout, process.stderr) };
          const { settings, platform } = start({ demo }, process.env['LOG_LEVEL'] ? null : 'warn');
          warnOfUnusedProxies(platform.log, process.env);
          const done = await serveTools(settings, platform, stop.signal, over);
          await platform.log.flush();
          return done;
        },
        serveEditor: async ({ demo }) => {
          const write = protocolOutput(process.stdout, process.stderr);
          const { settings, platform } = start({ demo }, process.env['LOG_LEVEL'] ? null : 'warn');
          warnOfUnusedProxies(platform.log, process.env);
          const done = await serveEditor(settings, platform, stop.signal, write);
          await platform.log.flush();
          return done;
        },
        verbs: async (flags) => {
          // Lines of level info serve the operator of a server; at a terminal they would clutter the answer.
          const { settings, platform } = start(flags, process.env['LOG_LEVEL'] ? null : 'warn');
          const { json } = flags;
          const tell = json ? englishTeller : (await words()).tell;
          return await terminalVerbs(settings, platform, stop.signal, interrupts, { tell, json });
        },
      },
      { out, err },
    );
    process.exitCode ??= code;
  } catch (error) {
    const { sentence, code } = await endOf(error, words);
    if (!hasReaderLeft()) err(`svc: ${sentence}\n`);
    process.exitCode = hasReaderLeft() ? EXIT.unread : code;
  }
  // The channel to the launcher would keep both processes alive.
  if (process.connected) process.disconnect();
}
