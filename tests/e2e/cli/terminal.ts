import { englishTeller } from '../../../src/contract/words/of-terminal.ts';
import type { EngineClient } from '../../../src/adapters/in/cli/attach.ts';
import type { VerbDeps } from '../../../src/adapters/in/cli/verb-deps.ts';
import { verbsOver } from '../../../src/adapters/in/cli/verbs.ts';
import type { TestEngine } from '../../harness/in-process-engine.ts';

/** Commands at a terminal that is attached to this engine, which nobody types into. */
export function verbsAt(
  { client: ownClient, dataDir }: TestEngine,
  { client = ownClient, ...more }: Partial<VerbDeps> & { readonly client?: EngineClient },
) {
  const attached = async () => ({
    client,
    socketPath: '/run/engine.sock',
    isOwn: false,
    close: async () => undefined,
  });
  return verbsOver({
    attached,
    attachedOrOwn: attached,
    attachedOrLooking: attached,
    kind: () => null,
    tell: englishTeller,
    json: false,
    dataDir,
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
    ...more,
  });
}
