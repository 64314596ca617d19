import {
  englishTeller,
  languageIn,
  wordsIn,
  type TerminalWords,
} from '../../src/contract/words/of-terminal.ts';
import { Readable, Writable } from 'node:stream';
import { runProgram } from '../../src/adapters/in/cli/program.ts';
import { typedLines } from '../../src/adapters/in/cli/typed-lines.ts';
import { verbsOver } from '../../src/adapters/in/cli/verbs.ts';
import { systemPlatform } from '../../src/main/platform.ts';
import { endOf } from '../../src/main/process/ends.ts';
import { engineReach } from '../../src/main/serving/engine-reach.ts';
import { settingsFrom } from '../../src/main/settings.ts';
import { RecordingLog } from '../doubles/recording-log.ts';
import { SOURCE, validator } from './graph.ts';
import { storageOf } from './storage.ts';
import type { Finished } from './spawned-engine.ts';

/**
 * A command as `spawnSvc` runs it, in this process, which is several times faster: with the same commands, over the same
 * private socket or over an engine of its own. Lines of the log are dropped. For what the process itself does (signals,
 * terminals, `--http-api`), spawn it.
 */
export async function svcHere(
  dataDir: string,
  args: readonly string[],
  env: Record<string, string> = {},
  input = '',
  words: () => Promise<TerminalWords> = () => wordsIn(languageIn(env)),
): Promise<Finished> {
  if (dataDir === '') throw new Error('spawn it: without a data directory it would use the one of this user');
  const said = { stdout: '', stderr: '' };
  const out = (text: string) => void (said.stdout += text);
  const err = (text: string) => void (said.stderr += text);
  const stop = new AbortController().signal;
  const screen = new Writable({ write: (_piece, _encoding, done) => done() });
  const verbs = async ({ demo, json }: { readonly demo: boolean; readonly json: boolean }) => {
    const settings = settingsFrom({ SVC_DATA_DIR: dataDir, ...storageOf(dataDir), ...env }, { demo });
    const platform = { ...systemPlatform(settings, SOURCE), log: new RecordingLog(), validator };
    return verbsOver({
      ...engineReach(settings, platform, stop),
      tell: json ? englishTeller : (await words()).tell,
      json,
      copyStorage: null,
      dataDir: settings.dataDir,
      version: platform.version,
      out,
      err,
      readInput: async () => input,
      readSecret: async () => input,
      readLines: null,
      typedLines: () =>
        typedLines({
          input: Readable.from([input]),
          screen,
          byPerson: false,
          byKey: false,
          interrupt: () => undefined,
        }),
      tty: false,
      screen: false,
      interrupted: stop,
      onInterrupt: () => () => undefined,
    });
  };
  const serve = () => Promise.reject(new Error('spawn it: a server needs a process'));
  const ended = (code: number): Finished => ({ code, signal: null, ...said });
  try {
    return ended(
      await runProgram(
        args,
        {
          verbs,
          words,
          serveHttp: serve,
          serveWeb: serve,
          serveTools: serve,
          serveEditor: serve,
          version: '0.0.0',
          areArgumentsText: () => true,
        },
        { out, err },
      ),
    );
  } catch (error) {
    const { sentence, code } = await endOf(error, words);
    err(`svc: ${sentence}\n`);
    return ended(code);
  }
}
