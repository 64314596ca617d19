import { EXIT } from '../../../contract/cli/command.ts';
import { words, type ThreadVerbs } from '../../../contract/cli/threads.ts';
import type { Attached } from './attach.ts';
import { written } from './local-files.ts';
import { onOneLine } from './terminal-text.ts';
import type { Says, Tell } from '../../../contract/words/says.ts';
import { withEngine } from './with-engine.ts';

export interface ThreadVerbDeps {
  readonly attachedOrLooking: () => Promise<Attached>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly tell: Tell;
  readonly interrupted: AbortSignal;
}

/** `svc threads save`. */
export function threadVerbs({
  attachedOrLooking,
  out,
  err,
  tell,
  interrupted,
}: ThreadVerbDeps): ThreadVerbs['threads'] {
  const look = withEngine({ ...words, attachedOrOwn: attachedOrLooking, err, tell, isReading: true });
  return {
    save: async ({ id, file, json }) => {
      let problem: Says | null = null;
      const code = await look(async ({ client }) => {
        const { body } = await client['threads.markdown']({ params: { id }, signal: interrupted });
        const path = file ?? `${id}.zip`;
        problem = await written(path, body as AsyncIterable<Uint8Array>);
        if (problem !== null) err(`svc: ${onOneLine(tell(problem))}\n`);
        else out(json ? `${JSON.stringify({ file: path })}\n` : `${onOneLine(path)}\n`);
      });
      return code === EXIT.done && problem !== null ? EXIT.refused : code;
    },
  };
}
