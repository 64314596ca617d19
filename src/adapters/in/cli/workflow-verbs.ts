import { setTimeout as pause } from 'node:timers/promises';
import { EXIT, WrongOption, type CommandInput } from '../../../contract/cli/command.ts';
import { parametersFrom, typed } from '../../../contract/cli/parameters.ts';
import { say as sayOf, type Tell } from '../../../contract/cli/says.ts';
import {
  lineOfRun,
  lineOfStep,
  words,
  type ShownRun,
  type WorkflowToSave,
} from '../../../contract/cli/workflows.ts';
import { exactJson, isInexactNumber } from '../../../core/kernel/exact-json.ts';
import { agreed, saves } from './agreed.ts';
import type { AtTerminal, OwnCodes } from './at-terminal.ts';
import type { Attached, EngineClient } from './attach.ts';
import { textOf as textOfFile } from './local-files.ts';
import { shown, textOfLine } from './terminal-text.ts';
import { inFileWords } from './wrong-workflow.ts';

/** `svc workflow add`, `run`, `follow`, `retry` and `status`. */
export const workflowVerbs = {
  'workflow run': (at, input) => {
    const given = parametersFrom(input);
    return begun(at, input, async (client, id) => {
      const { workflowId, parameters: declared } = await client['workflows.definition']({ params: { id } });
      const body = { parameters: typed(given, declared) };
      return await client['workflows.start']({ params: { id: workflowId }, body });
    });
  },

  'workflow retry': (at, input) =>
    begun(at, input, (client, id) => client['workflows.retry']({ params: { id } })),

  'workflow follow': (at, { args: [id = ''], json }) =>
    at.over(words, (engine) => followed(at, engine, id, json)),

  'workflow status': (at, { args: [id = ''], json }) =>
    at.over({ ...words, engine: at.attachedOrLooking, isReading: true }, async ({ client }) => {
      const { tell } = at;
      const [run, { steps }] = await Promise.all([
        client['workflows.get']({ params: { id } }),
        client['workflows.steps']({ params: { id } }),
      ]);
      if (json) return at.printJson({ ...run, steps });
      at.print([
        lineOfRun(run, tell),
        ...(run.paused ? [tell('terminal.workflow_paused', { id: run.workflowRunId })] : []),
        ...(run.status === 'running' ? await waitingIn(client, id, tell) : []),
      ]);
      for (const step of steps)
        at.print([
          lineOfStep(step, tell, run.paused),
          ...(step.result?.split('\n').map((line) => `    ${line}`) ?? []),
        ]);
    }),

  'workflow add': (at, { args: [file = ''], switches, json }) =>
    at.over(words, async ({ client }) => {
      const { say, tell } = at;
      const body = await workflowFrom(at, file);
      const draft = await client['workflows.draft']({ body }).catch(async (error: unknown) => {
        throw await inFileWords(error, body);
      });
      say(`${draft.name}: ${draft.steps.map(({ stepId }) => stepId).join(', ')}`);
      for (const line of draft.mayDo) say(line);
      if (draft.expectation !== null)
        say(tell('terminal.success_is', { what: JSON.stringify(draft.expectation) }));
      if (!switches.has('yes') && !(await agreed(saves(tell), at))) return EXIT.refused;
      const saved = await client['workflows.save']({ body });
      if (json) at.printJson(saved);
      else at.print([saved.workflowId]);
      const given = saved.parameters.map(({ name }) => ` --param ${name}=…`).join('');
      say(tell('terminal.workflow_saved', { id: saved.workflowId, more: given }));
    }),
} satisfies OwnCodes;

/** Begins a run, and follows it to its end, unless it is left. */
const begun = (
  at: AtTerminal,
  { args: [id = ''], switches, json }: CommandInput,
  start: (client: EngineClient, id: string) => Promise<ShownRun>,
): Promise<number> =>
  at.over(words, async (engine) => {
    const isLeft = switches.has('leave');
    const run = await start(engine.client, id);
    if (isLeft && !engine.isOwn) return json ? at.printJson(run) : at.print([run.workflowRunId]);
    if (isLeft) at.say(at.tell('terminal.carried_out_here'));
    at.say(`${run.workflowRunId} ${run.name}`);
    return await followed(at, engine, run.workflowRunId, json);
  });

/** Exits with 1 if it did not end well. */
async function followed(
  at: AtTerminal,
  { client, isOwn }: Attached,
  id: string,
  json: boolean,
): Promise<number> {
  const { tell, interrupted } = at;
  const { events } = await client['workflows.events']({ params: { id }, signal: interrupted });
  let last: ShownRun | null = null;
  const told = new Map<string, string>();
  const over = new AbortController();
  void tellWaiting(at, client, id, over.signal);
  try {
    for await (const event of untilLeft(events, interrupted)) {
      if (json) at.printJson(event);
      if (event.type === 'workflow') last = event.data;
      if (event.type !== 'step' || event.data.status === 'waiting') continue;
      const line = textOfLine(lineOfStep(event.data, tell));
      if (!json && told.get(event.data.stepId) !== line) at.say(line);
      told.set(event.data.stepId, line);
    }
  } finally {
    // Also when the engine is gone: looking for questions would keep this process alive.
    over.abort();
  }
  if (interrupted.aborted) {
    // The terminal is left, and the engine works on, unless it is this command's own.
    at.say(tell(isOwn ? 'terminal.workflow_paused' : 'terminal.workflow_goes_on', { id }));
    return EXIT.refused;
  }
  const run = last ?? (await client['workflows.get']({ params: { id } }));
  if (run.status === 'running') return at.refuse(tell('terminal.workflow_paused', { id }));
  if (!json) await printResults(at, client, run);
  return run.status === 'completed' ? EXIT.done : EXIT.refused;
}

/** A question stops a step, and nothing else says so. */
async function tellWaiting(
  { say, tell }: AtTerminal,
  client: EngineClient,
  id: string,
  over: AbortSignal,
): Promise<void> {
  const told = new Set<string>();
  while (!over.aborted) {
    await pause(LOOK_MS, null, { signal: over }).catch(() => undefined);
    if (over.aborted) return;
    // What goes wrong here the stream of the run meets, too.
    const waiting = await waitingIn(client, id, tell).catch(() => []);
    for (const line of waiting) {
      if (!told.has(line)) say(line);
      told.add(line);
    }
  }
}

/** The results of its last steps on stdout, and how it ended on stderr. */
async function printResults(at: AtTerminal, client: EngineClient, run: ShownRun): Promise<void> {
  const params = { id: run.workflowRunId };
  const [{ steps }, { steps: planned }] = await Promise.all([
    client['workflows.steps']({ params }),
    client['workflows.get']({ params }),
  ]);
  const needed = new Set(planned.flatMap(({ dependsOn }) => dependsOn));
  for (const { stepId, result } of steps)
    if (result !== null && !needed.has(stepId)) at.out(`${shown(result)}\n`);
  at.say(textOfLine(lineOfRun(run, at.tell)));
}

async function workflowFrom(at: AtTerminal, file: string): Promise<WorkflowToSave> {
  const text = file === '-' ? ((await at.readInput('value')) ?? '') : await textOfFile(file);
  let read: unknown;
  try {
    read = exactJson(text);
  } catch (error) {
    throw new WrongOption(
      isInexactNumber(error)
        ? error.says
        : sayOf('terminal.no_json', { file: file === '-' ? 'stdin' : file, why: (error as Error).message }),
    );
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    throw new WrongOption(sayOf('terminal.workflow_no_object'));
  // What was printed of a saved one may be added again.
  return Object.fromEntries(Object.entries(read).filter(([name]) => !NOT_GIVEN.has(name))) as never;
}

/** What the engine adds to a saved one. */
const NOT_GIVEN: ReadonlySet<string> = new Set([
  'workflowId',
  'mayDo',
  'says',
  'worstCaseUsd',
  'createdBy',
  'createdAt',
]);

/** Between two looks for questions. */
const LOOK_MS = 2_000;

/** The steps of a run that wait for their owner. */
async function waitingIn(client: EngineClient, id: string, tell: Tell): Promise<readonly string[]> {
  const [{ steps }, { prompts }] = await Promise.all([
    client['workflows.steps']({ params: { id } }),
    client['prompts.list']({ query: { limit: 200 } }),
  ]);
  return steps
    .filter(
      ({ status, threadId }) => status === 'running' && prompts.some((one) => one.threadId === threadId),
    )
    .map(({ stepId }) => tell('terminal.step_waits', { step: stepId }));
}

/** A stream that ends, without an error, when the person leaves. */
async function* untilLeft<Event>(events: AsyncIterable<Event>, left: AbortSignal): AsyncGenerator<Event> {
  try {
    yield* events;
  } catch (error) {
    if (!left.aborted) throw error;
  }
}
