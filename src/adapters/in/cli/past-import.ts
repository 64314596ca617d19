import { setTimeout as pause } from 'node:timers/promises';
import { EXIT } from '../../../contract/cli/command.ts';
import type { AtTerminal, Ended } from './at-terminal.ts';
import type { Attached } from './attach.ts';

/** Between two questions about how far an import is. */
const ASK_MS = 200;

/** Whether a file begins as an export of svc does. Any other may be of another assistant. */
export async function isOwnExport(file: Blob): Promise<boolean> {
  const beginning = Buffer.from(await file.slice(0, SEEN_BYTES).arrayBuffer());
  if (beginning.length < NAME_AT || !beginning.subarray(0, ZIP.length).equals(ZIP)) return false;
  const name = beginning
    .subarray(NAME_AT, NAME_AT + beginning.readUInt16LE(NAME_CHARS_AT))
    .toString('latin1');
  return OWN_BEGINNINGS.includes(name);
}

const SEEN_BYTES = 1_024;
const ZIP = Buffer.from('PK\u0003\u0004');
const [NAME_CHARS_AT, NAME_AT] = [26, 30] as const;
const OWN_BEGINNINGS: readonly string[] = ['README.md', 'export.json'];

/**
 * Brings the conversations of another assistant, and waits until they are there; with `isDry` it only prints what would
 * come.
 */
export async function bringPast(
  { client }: Attached,
  at: AtTerminal,
  body: Blob,
  { isDry, json }: { readonly isDry: boolean; readonly json: boolean },
): Promise<Ended> {
  const { tell, say, interrupted } = at;
  const would = await client['past.read']({ body, signal: interrupted });
  const { importId: id, conversations, willBring, alreadyHere } = would;
  const left = conversations.length - willBring - alreadyHere;
  const lineOf = ({ state, title, messages, problems }: (typeof conversations)[number]) => [
    tell(`terminal.past_${state}`),
    title ?? '',
    messages === 0 ? '' : String(messages),
    problems.join(' '),
  ];
  if (isDry) {
    if (json) at.printJson(would);
    else at.print(conversations.map(lineOf));
    say(tell('terminal.past_would', { willBring, alreadyHere, left }));
    return EXIT.done;
  }
  let now = await client['past.run']({ params: { id } });
  while (now.state === 'running') {
    await pause(ASK_MS, null, { signal: interrupted });
    now = await client['past.progress']({ params: { id } });
  }
  if (json) at.printJson({ ...now, alreadyHere, left });
  else at.print(conversations.filter(({ state }) => state === 'left').map(lineOf));
  for (const { title, problems } of now.failed) say(`${title}: ${problems.join(' ')}`);
  if (now.state === 'stopped') return tell('terminal.past_stopped', { brought: now.brought, willBring });
  say(tell('terminal.past_came', { brought: now.brought, alreadyHere, left }));
  return now.failed.length > 0 ? EXIT.refused : EXIT.done;
}
