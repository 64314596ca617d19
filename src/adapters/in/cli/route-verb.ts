import {
  EXIT,
  type CommandInput,
  type CommandRow,
  type RouteCommand,
} from '../../../contract/cli/command.ts';
import { say as sayOf, type Tell } from '../../../contract/cli/says.ts';
import { socketRows } from '../../../contract/http/rows.ts';
import type { AnyHttpRow } from '../../../contract/row.ts';
import { agreed } from './agreed.ts';
import type { AtTerminal, Ended } from './at-terminal.ts';
import type { EngineClient } from './attach.ts';
import { written } from './local-files.ts';
import { onOneLine, shown, textOfLine } from './terminal-text.ts';

/** Carries out every command that names a route. @returns the exit code */
export const askRoute = (at: AtTerminal, route: RouteCommand, input: CommandInput): Promise<number> =>
  at.over(
    {
      ...route,
      isReading: methodOf(route) === 'GET',
      engine: keepsNew(route) ? at.attachedOrOwn : at.attachedOrLooking,
      // What is printed ends without a word where its reader leaves.
      ...(route.saves?.(input) ? { whenInterrupted: () => at.tell('terminal.interrupted_plainly') } : {}),
    },
    async ({ client, isOwn }) => {
      const { tell, say, err, out } = at;
      const request = route.request?.(input);
      const first = await route.asksFirst?.(client, request, tell);
      if (first && first.goes !== null && !input.switches.has('yes')) {
        err((first.shows ?? []).map((line) => `${textOfLine(line)}\n`).join(''));
        const question = `${onOneLine(first.goes)}. ${first.question}`;
        if (!(await agreed({ ...first, question, unasked: first.goes }, at))) return EXIT.refused;
      }
      const answer = await callOf(
        client,
        route,
      )({
        ...((first ? first.request : request) as object),
        ...(route.saves ? { signal: at.interrupted } : {}),
      });
      if (route.saves) return await saved(at, answer, route.saves(input), input.json);
      const lines = linesOf(route, answer, tell);
      if (input.json && lines !== null) return at.printJson(answer);
      out((lines ?? []).map((line) => `${line}\n`).join(''));
      for (const remark of route.remarks?.(answer) ?? []) say(remark);
      const { none, done } = route;
      const told =
        lines?.length === 0 ? none : (first?.done ?? (typeof done === 'function' ? done(input) : done));
      if (told !== undefined) say(typeof told === 'string' ? told : tell(told));
      if (isOwn && keepsNew(route) && (await client['engine.status']()).activeRuns > 0)
        err(`${tell(AT_WORK)}\n`);
    },
  );

/** An engine that was started for a command stays until what the command began has ended. */
const AT_WORK = sayOf('terminal.at_work');

/** Keeps a file that the engine sends, whole or not at all, and prints where; without a path it is printed itself. */
async function saved(at: AtTerminal, answer: unknown, file: string | null, json: boolean): Promise<Ended> {
  const pieces = (answer as { readonly body: AsyncIterable<Uint8Array> }).body;
  if (file !== null) {
    const why = await written(file, pieces);
    if (why !== null) return why;
    return json ? at.printJson({ file }) : at.print([file]);
  }
  const decoder = new TextDecoder();
  const show = (text: string) => at.out(at.tty ? shown(text) : text);
  for await (const piece of pieces) show(decoder.decode(piece, { stream: true }));
  show(decoder.decode());
}

/** The answer for a person: its text can neither control the terminal nor look like two lines. */
function linesOf({ lines }: RouteCommand, answer: unknown, tell: Tell): readonly string[] | null {
  if (!lines) return null;
  return lines(answer, tell).map(textOfLine);
}

/** The printed text of an answer to a command. */
export function inWords({ asks }: CommandRow, answer: unknown, tell: Tell): string {
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
