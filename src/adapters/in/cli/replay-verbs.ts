import { EXIT } from '../../../contract/cli/command.ts';
import { linesOf, words } from '../../../contract/cli/replays.ts';
import type { OwnCodes } from './at-terminal.ts';
import { printRun } from './print-run.ts';
import { textOfLine } from './terminal-text.ts';

/** A replay asks nothing. */
const noPrompts = { asked: () => undefined, wanted: () => undefined, over: () => undefined };

/** `svc runs replay`: follows the replay to its end, because an engine of this command's own ends with it. */
export const replayVerb = {
  'runs replay': (at, { args: [id = ''], options, json }) =>
    at.over(words, async ({ client }) => {
      const { interrupted, tell } = at;
      let code: number = EXIT.refused;
      const [profile, model] = [options.get('profile'), options.get('model')];
      const body = {
        ...(profile === undefined ? {} : { profile }),
        ...(model === undefined ? {} : { model }),
      };
      const { runId, replayOf } = await client['replays.start']({ params: { runId: id }, body });
      const stop = () => void client['runs.stop']({ params: { runId } }).catch(() => undefined);
      interrupted.addEventListener('abort', stop);
      try {
        if (interrupted.aborted) stop();
        const { events } = await client['runs.events']({ params: { runId } });
        code = await printRun(events, { ...at, json, prompts: noPrompts });
      } finally {
        interrupted.removeEventListener('abort', stop);
      }
      const compared = await client['runs.compare']({ params: { runId: replayOf ?? id, otherId: runId } });
      if (json) at.printJson({ type: 'compared', data: compared });
      else for (const line of linesOf(compared, tell)) at.say(textOfLine(line));
      return code;
    }),
} satisfies OwnCodes;
