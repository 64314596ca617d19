import type { Tell } from '../../../contract/words/says.ts';
import { EXIT } from '../../../contract/cli/command.ts';
import { linesOf, words, type ReplayVerbs } from '../../../contract/cli/replays.ts';
import type { Attached } from './attach.ts';
import { printRun } from './print-run.ts';
import { onOneLine } from './terminal-text.ts';
import { withEngine } from './with-engine.ts';

interface ReplayVerbDeps {
  readonly attachedOrOwn: () => Promise<Attached>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly tell: Tell;
  readonly tty: boolean;
  readonly interrupted: AbortSignal;
}

/** A replay asks nothing. */
const noPrompts = { asked: () => undefined, wanted: () => undefined, over: () => undefined };

/** `svc runs replay`: follows the replay to its end, because an engine of this command's own ends with it. */
export const replayVerbs = (deps: ReplayVerbDeps): ReplayVerbs['runs'] => ({
  replay: async ({ id, profile, model, json }) => {
    const { out, err, tell, tty, interrupted } = deps;
    let code: number = EXIT.refused;
    const told = await withEngine({ ...words, ...deps })(async ({ client }) => {
      const body = { ...(profile === null ? {} : { profile }), ...(model === null ? {} : { model }) };
      const replay = await client['replays.start']({ params: { runId: id }, body });
      const { runId, replayOf } = replay;
      const stop = () => void client['runs.stop']({ params: { runId } }).catch(() => undefined);
      interrupted.addEventListener('abort', stop);
      try {
        if (interrupted.aborted) stop();
        const { events } = await client['runs.events']({ params: { runId } });
        code = await printRun(events, { json, tty, out, err, prompts: noPrompts, tell });
      } finally {
        interrupted.removeEventListener('abort', stop);
      }
      const compared = await client['runs.compare']({ params: { runId: replayOf ?? id, otherId: runId } });
      const lines = linesOf(compared, tell).map((line) =>
        onOneLine(typeof line === 'string' ? line : line.join('  ')),
      );
      if (json) out(`${JSON.stringify({ type: 'compared', data: compared })}\n`);
      else err(lines.map((line) => `${line}\n`).join(''));
    });
    return told === EXIT.done ? code : told;
  },
});
