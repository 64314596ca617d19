import { EXIT } from '../../../contract/cli/commands.ts';
import type { TriggerVerbs } from '../../../contract/cli/triggers.ts';
import type { Attached } from './attach.ts';
import { onOneLine } from './terminal-text.ts';
import { withEngine } from './with-engine.ts';

export interface TriggerVerbDeps {
  readonly attachedOrOwn: () => Promise<Attached>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Null when stdin is not a terminal. */
  readonly readLines: ((stop: AbortSignal) => AsyncIterable<string>) | null;
  readonly interrupted: AbortSignal;
}

/** `svc trigger add`: shows the next times and what it may do, before anything is saved. */
export const addTrigger =
  ({ attachedOrOwn, out, err, readLines, interrupted }: TriggerVerbDeps): TriggerVerbs['addTrigger'] =>
  async ({ trigger, yes, json }) => {
    const say = (line: string) => err(`${onOneLine(line)}\n`);
    let wasRefused = false;

    async function agreed(): Promise<boolean> {
      if (yes) return true;
      if (!readLines) {
        say('svc: this has to be confirmed: repeat it with --yes. Nothing was saved.');
        return false;
      }
      err('Save it? Type yes: ');
      for await (const line of readLines(interrupted))
        if (line.trim().toLowerCase() === 'yes') return true;
        else break;
      say('Nothing was saved.');
      return false;
    }

    const ask = withEngine({
      attachedOrOwn,
      err,
      whenGone: 'svc trigger shows whether it was saved.',
    });
    const code = await ask(async ({ client }) => {
      const { schedule, timeZone } = trigger;
      if (schedule !== undefined) {
        const body = timeZone === undefined ? { schedule } : { schedule, timeZone };
        const { words, timeZone: zone, times } = await client['triggers.preview']({ body });
        say(`${words} (${zone}). The next times, in UTC:`);
        for (const at of times) say(`  ${at.slice(0, 16).replace('T', ' ')}`);
      }
      const { hosts = [], folders = [], tools = [] } = trigger.permissions ?? {};
      const allowed = [...hosts, ...folders, ...tools];
      say(
        allowed.length === 0
          ? 'It asks before it changes or sends anything.'
          : `Without asking: ${allowed.join(', ')}.`,
      );
      if (!(await agreed())) {
        wasRefused = true;
        return;
      }
      const made = await client['triggers.create']({ body: trigger });
      out(json ? `${JSON.stringify(made)}\n` : `${made.triggerId}\n`);
      for (const line of made.mayDo) say(line);
      say('It happens while an engine runs: svc --http-api.');
    });
    return wasRefused ? EXIT.refused : code;
  };
