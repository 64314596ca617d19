import { englishTeller, wordsIn } from '../../../src/contract/words/of-terminal.ts';
import type { Attached, EngineClient } from '../../../src/adapters/in/cli/attach.ts';
import { runProgram } from '../../../src/adapters/in/cli/program.ts';
import type { VerbDeps } from '../../../src/adapters/in/cli/verb-deps.ts';
import { verbsOver } from '../../../src/adapters/in/cli/verbs.ts';
import type { TestEngine } from '../../harness/in-process-engine.ts';

/** What is typed after `svc`. @returns the exit code */
export type Typing = (...args: readonly string[]) => Promise<number>;

/** Commands at a terminal that reaches this engine, which nobody types into. */
export function terminalOver(reached: () => Promise<Attached>, parts: Partial<VerbDeps>): Typing {
  const deps: VerbDeps = {
    attached: reached,
    attachedOrOwn: reached,
    attachedOrLooking: reached,
    kind: () => null,
    page: () => null,
    tell: englishTeller,
    json: false,
    copyStorage: null,
    dataDir: '/nowhere',
    version: '0.0.0',
    out: () => undefined,
    err: () => undefined,
    readInput: async () => null,
    readSecret: async () => null,
    readLines: null,
    typedLines: () => {
      throw new Error('only a chat reads more than answers');
    },
    tty: false,
    screen: false,
    interrupted: new AbortController().signal,
    onInterrupt: () => () => undefined,
    ...parts,
  };
  const serve = () => Promise.reject(new Error('a server needs a process'));
  const actions = {
    verbs: async ({ json }: { readonly json: boolean }) => verbsOver({ ...deps, json }),
    words: () => wordsIn('en'),
    serveHttp: serve,
    serveWeb: serve,
    serveTools: serve,
    serveEditor: serve,
    version: deps.version,
    areArgumentsText: () => true,
  };
  return (...args) => runProgram(args, actions, deps);
}

/** The same at a terminal that is attached to an engine. */
export const typingAt = (
  { client: ownClient, dataDir }: Pick<TestEngine, 'client' | 'dataDir'>,
  { client = ownClient, ...more }: Partial<VerbDeps> & { readonly client?: EngineClient },
): Typing =>
  terminalOver(
    async () => ({ client, socketPath: '/run/engine.sock', isOwn: false, close: async () => undefined }),
    { dataDir, ...more },
  );
