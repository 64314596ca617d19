import type { Tell } from '../../../contract/words/says.ts';
import { minuteIn } from '../../../contract/cli/local-time.ts';
import type { TriggerVerbs } from '../../../contract/cli/triggers.ts';
import { typed } from '../../../contract/cli/parameters.ts';
import { agreed, saves } from './agreed.ts';
import type { Attached } from './attach.ts';
import { onOneLine } from './terminal-text.ts';
import { withEngine } from './with-engine.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';

export interface TriggerVerbDeps {
  readonly attachedOrOwn: () => Promise<Attached>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly tell: Tell;
  /** Null when stdin is not a terminal. */
  readonly readLines: ((stop: AbortSignal) => AsyncIterable<string>) | null;
  readonly interrupted: AbortSignal;
}

/** `svc trigger add`: shows the next times and what it may do, before anything is saved. */
export const addTrigger =
  ({ attachedOrOwn, out, err, tell, readLines, interrupted }: TriggerVerbDeps): TriggerVerbs['addTrigger'] =>
  async ({ trigger: asked, yes, json }) => {
    const say = (line: string) => err(`${onOneLine(line)}\n`);
    const ask = withEngine({
      attachedOrOwn,
      err,
      tell,
      whenGone: sayOf('gone.trigger'),
    });
    return await ask(async ({ client }) => {
      const { workflowId, parameters } = asked;
      const trigger =
        workflowId === undefined || parameters === undefined
          ? asked
          : {
              ...asked,
              parameters: typed(
                parameters as Readonly<Record<string, string>>,
                (await client['workflows.definition']({ params: { id: workflowId } })).parameters,
              ),
            };
      const { words, timeZone, times, mayDo } = await client['triggers.draft']({ body: trigger });
      if (words !== null) say(tell(sayOf('terminal.next_times', { words, zone: timeZone })));
      else if (times.length > 0) say(tell(sayOf('terminal.once', { zone: timeZone })));
      for (const at of times) say(`  ${minuteIn(at, timeZone)}`);
      for (const line of mayDo) say(line);
      if (!yes && !(await agreed(saves(tell), { say, err, readLines, interrupted, tell }))) return 'refused';
      const made = await client['triggers.create']({ body: trigger });
      out(json ? `${JSON.stringify(made)}\n` : `${made.triggerId}\n`);
      say(tell(sayOf('terminal.happens_while_running')));
      return 'done';
    });
  };
