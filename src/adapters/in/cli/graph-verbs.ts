import { graphWords as words, goesWith, type GraphVerbs } from '../../../contract/cli/graph.ts';
import { agreed } from './agreed.ts';
import type { Attached } from './attach.ts';
import { onOneLine } from './terminal-text.ts';
import { withEngine } from './with-engine.ts';

export interface GraphVerbDeps {
  readonly attachedOrOwn: () => Promise<Attached>;
  readonly err: (text: string) => void;
  /** Null when stdin is not a terminal. */
  readonly readLines: ((stop: AbortSignal) => AsyncIterable<string>) | null;
  readonly interrupted: AbortSignal;
}

/** `svc graph remove`, which asks first. */
export function graphVerbs(deps: GraphVerbDeps): GraphVerbs['graph'] {
  const { err, readLines, interrupted } = deps;
  const say = (line: string) => err(`${onOneLine(line)}\n`);
  const ask = withEngine({ ...words, ...deps });
  return {
    remove: ({ entity, yes }) =>
      ask(async ({ client }) => {
        const found = await client['graph.entity']({ params: { id: entity } });
        const goes = goesWith(found);
        const asked = {
          question: `${onOneLine(goes)} Remove it for good`,
          unasked: goes.replace(/\.$/u, ''),
          undone: 'Nothing was removed.',
        };
        if (!yes && !(await agreed(asked, { say, err, readLines, interrupted }))) return 'refused';
        await client['graph.erase']({ params: { id: found.entityId } });
        say(`Removed: ${found.name} (${found.entityId}).`);
        return 'done';
      }),
  };
}
