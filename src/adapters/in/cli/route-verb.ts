import type { CommandInput, CommandRow, RouteCommand } from '../../../contract/cli/command.ts';
import { socketRows } from '../../../contract/http/rows.ts';
import type { Tell } from '../../../contract/words/says.ts';
import type { AnyHttpRow } from '../../../contract/row.ts';
import { agreed, type Agreeing } from './agreed.ts';
import type { Attached, EngineClient } from './attach.ts';
import { onOneLine, textOfLine } from './terminal-text.ts';
import { withEngine } from './with-engine.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';

export interface RouteVerbDeps extends Omit<Agreeing, 'say'> {
  readonly attachedOrOwn: () => Promise<Attached>;
  readonly attachedOrLooking: () => Promise<Attached>;
  readonly out: (text: string) => void;
}

/** Carries out every command that names a route. @returns the exit code */
export const askRoute =
  (deps: RouteVerbDeps) =>
  async (route: RouteCommand, input: CommandInput): Promise<number> => {
    const { attachedOrOwn, attachedOrLooking, out, err, tell } = deps;
    const say = (line: string) => err(`${onOneLine(line)}\n`);
    const ask = withEngine({
      ...route,
      err,
      tell,
      isReading: methodOf(route) === 'GET',
      attachedOrOwn: keepsNew(route) ? attachedOrOwn : attachedOrLooking,
    });
    return await ask(async ({ client, isOwn }) => {
      const request = route.request?.(input);
      const first = await route.asksFirst?.(client, request, tell);
      if (first && first.goes !== null && !input.switches.has('yes')) {
        err((first.shows ?? []).map((line) => `${textOfLine(line)}\n`).join(''));
        const asked = {
          ...first,
          question: `${onOneLine(first.goes)}. ${first.question}`,
          unasked: first.goes,
        };
        if (!(await agreed(asked, { ...deps, say }))) return 'refused';
      }
      const answer = await callOf(client, route)(first ? first.request : request);
      const lines = linesOf(route, answer, tell);
      if (input.json && lines !== null) {
        out(`${JSON.stringify(answer)}\n`);
        return 'done';
      }
      out((lines ?? []).map((line) => `${line}\n`).join(''));
      const said = lines?.length === 0 ? route.none : (first?.done ?? route.done);
      if (said !== undefined) say(typeof said === 'string' ? said : tell(said));
      if (isOwn && keepsNew(route) && (await client['engine.status']()).activeRuns > 0)
        err(`${tell(AT_WORK)}\n`);
      return 'done';
    });
  };

/** An engine that was started for a command stays until what the command began has ended. */
const AT_WORK = sayOf('terminal.at_work');

/** The answer for a person: its text can neither control the terminal nor look like two lines. */
function linesOf({ lines }: RouteCommand, answer: unknown, tell: Tell): readonly string[] | null {
  if (!lines) return null;
  return lines(answer, tell).map(textOfLine);
}

/** The printed text of an answer to a command. */
export function inWords({ asks }: CommandRow<object>, answer: unknown, tell: Tell): string {
  const lines = (asks && linesOf(asks, answer, tell)) ?? [];
  return lines.length > 0 ? lines.join('\n') : asks?.none ? tell(asks.none) : '';
}

/** Whether an engine started for it may create stores: commands that only read or delete create none. */
const keepsNew = (route: RouteCommand): boolean =>
  route.asksFirst === undefined && !['GET', 'DELETE'].includes(methodOf(route));

const methodOf = ({ calls }: RouteCommand): string =>
  (socketRows as Readonly<Record<string, AnyHttpRow>>)[calls]?.route.split(' ')[0] ?? '';

/** The command's row is typed by the route, so its input fits. */
const callOf = (client: EngineClient, { calls }: RouteCommand): ((request: unknown) => Promise<unknown>) =>
  (client as unknown as Readonly<Record<string, (request: unknown) => Promise<unknown>>>)[calls]!;
