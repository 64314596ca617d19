import { EXIT } from '../../../contract/cli/command.ts';
import { minuteIn } from '../../../contract/cli/local-time.ts';
import { typed } from '../../../contract/cli/parameters.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';
import type { TriggerToAdd } from '../../../contract/cli/triggers.ts';
import { agreed, saves } from './agreed.ts';
import type { OwnCodes } from './at-terminal.ts';

/** `svc trigger add`: shows the next times and what it may do, before anything is saved. */
export const triggerVerb = {
  'trigger add': (at, { switches, json }, request) =>
    at.over({ whenGone: sayOf('gone.trigger') }, async ({ client }) => {
      const { say, tell } = at;
      const asked = (request as { readonly body: TriggerToAdd }).body;
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
      if (words !== null) say(tell('terminal.next_times', { words, zone: timeZone }));
      else if (times.length > 0) say(tell('terminal.once', { zone: timeZone }));
      for (const time of times) say(`  ${minuteIn(time, timeZone)}`);
      for (const line of mayDo) say(line);
      if (!switches.has('yes') && !(await agreed(saves(tell), at))) return EXIT.refused;
      const made = await client['triggers.create']({ body: trigger });
      if (json) at.printJson(made);
      else at.print([made.triggerId]);
      say(tell('terminal.happens_while_running'));
    }),
} satisfies OwnCodes;
