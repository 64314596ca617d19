import type { Tell } from '../../../contract/words/says.ts';
import { exactJson, isInexactNumber } from '../../../core/kernel/exact-json.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { EXIT } from '../../../contract/cli/command.ts';
import { type Line, WrongOption } from '../../../contract/cli/command.ts';
import { typed } from '../../../contract/cli/parameters.ts';
import {
  lineOfRun,
  lineOfStep,
  words,
  type ShownRun,
  type WorkflowToSave,
  type WorkflowVerbs,
} from '../../../contract/cli/workflows.ts';
import { agreed, saves } from './agreed.ts';
import type { Attached, EngineClient } from './attach.ts';
import { textOf as textOfFile } from './local-files.ts';
import { onOneLine, shown, textOfLine } from './terminal-text.ts';
import { withEngine } from './with-engine.ts';
import { inFileWords } from './wrong-workflow.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';

export interface WorkflowVerbDeps {
  readonly attachedOrOwn: () => Promise<Attached>;
  readonly attachedOrLooking: () => Promise<Attached>;
  readonly readInput: (what: 'task' | 'value') => Promise<string | null>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly tell: Tell;
  /** Null when stdin is not a terminal. */
  readonly readLines: ((stop: AbortSignal) => AsyncIterable<string>) | null;
  readonly interrupted: AbortSignal;
}

/** `svc workflow add`, `run`, `follow`, `retry` and `status`. */
export function workflowVerbs(deps: WorkflowVerbDeps): WorkflowVerbs['workflow'] {
  const { out, err, tell, readLines, interrupted } = deps;
  const say = (line: Line) => err(`${textOfLine(line)}\n`);
  const ask = withEngine({ ...words, ...deps });
  const look = withEngine({ ...words, ...deps, attachedOrOwn: deps.attachedOrLooking, isReading: true });

  /** Exits with 1 if it did not end well. */
  async function followed({ client, isOwn }: Attached, id: string, json: boolean): Promise<number> {
    const { events } = await client['workflows.events']({ params: { id }, signal: interrupted });
    let last: ShownRun | null = null;
    const told = new Map<string, string>();
    const over = new AbortController();
    void tellWaiting(client, id, over.signal);
    try {
      for await (const event of untilLeft(events, interrupted)) {
        if (json) out(`${JSON.stringify(event)}\n`);
        if (event.type === 'workflow') last = event.data;
        if (event.type !== 'step' || event.data.status === 'waiting') continue;
        const line = textOfLine(lineOfStep(event.data, tell));
        if (!json && told.get(event.data.stepId) !== line) err(`${line}\n`);
        told.set(event.data.stepId, line);
      }
    } finally {
      // Also when the engine is gone: looking for questions would keep this process alive.
      over.abort();
    }
    if (interrupted.aborted) return left(id, isOwn);
    const run = last ?? (await client['workflows.get']({ params: { id } }));
    if (run.status === 'running') {
      say(`svc: ${tell(sayOf('terminal.workflow_paused', { id }))}`);
      return EXIT.refused;
    }
    if (!json) await printed(client, run);
    return run.status === 'completed' ? EXIT.done : EXIT.refused;
  }

  /** A question stops a step, and nothing else says so. */
  async function tellWaiting(client: EngineClient, id: string, over: AbortSignal): Promise<void> {
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

  /** The terminal is left, and the engine works on, unless it is this command's own. */
  function left(id: string, isOwn: boolean): number {
    say(
      isOwn
        ? tell(sayOf('terminal.workflow_paused', { id }))
        : tell(sayOf('terminal.workflow_goes_on', { id })),
    );
    return EXIT.refused;
  }

  /** The results of its last steps on stdout, and how it ended on stderr. */
  async function printed(client: EngineClient, run: ShownRun): Promise<void> {
    const [{ steps }, { steps: planned }] = await Promise.all([
      client['workflows.steps']({ params: { id: run.workflowRunId } }),
      client['workflows.get']({ params: { id: run.workflowRunId } }),
    ]);
    const needed = new Set(planned.flatMap(({ dependsOn }) => dependsOn));
    for (const { stepId, result } of steps)
      if (result !== null && !needed.has(stepId)) out(`${shown(result)}\n`);
    say(lineOfRun(run, tell));
  }

  async function begun(
    start: (client: EngineClient) => Promise<ShownRun>,
    { isLeft, json }: { readonly isLeft: boolean; readonly json: boolean },
  ): Promise<number> {
    let how: number = EXIT.done;
    const code = await ask(async (engine) => {
      const run = await start(engine.client);
      if (isLeft && !engine.isOwn) {
        out(json ? `${JSON.stringify(run)}\n` : `${run.workflowRunId}\n`);
        return;
      }
      if (isLeft) say(tell(sayOf('terminal.carried_out_here')));
      say(`${run.workflowRunId} ${run.name}`);
      how = await followed(engine, run.workflowRunId, json);
    });
    return code === EXIT.done ? how : code;
  }

  return {
    run: ({ id, parameters, ...how }) =>
      begun(async (client) => {
        const { workflowId, parameters: declared } = await client['workflows.definition']({ params: { id } });
        return await client['workflows.start']({
          params: { id: workflowId },
          body: { parameters: typed(parameters, declared) },
        });
      }, how),
    retry: ({ id, ...how }) => begun((client) => client['workflows.retry']({ params: { id } }), how),
    follow: async ({ id, json }) => {
      let how: number = EXIT.done;
      const code = await ask(async (engine) => {
        how = await followed(engine, id, json);
      });
      return code === EXIT.done ? how : code;
    },
    status: ({ id, json }) =>
      look(async ({ client }) => {
        const [run, { steps }] = await Promise.all([
          client['workflows.get']({ params: { id } }),
          client['workflows.steps']({ params: { id } }),
        ]);
        if (json) return out(`${JSON.stringify({ ...run, steps })}\n`);
        out(`${textOfLine(lineOfRun(run, tell))}\n`);
        if (run.paused)
          out(`${onOneLine(tell(sayOf('terminal.workflow_paused', { id: run.workflowRunId })))}\n`);
        for (const line of run.status === 'running' ? await waitingIn(client, id, tell) : [])
          out(`${onOneLine(line)}\n`);
        for (const step of steps) {
          out(`${textOfLine(lineOfStep(step, tell, run.paused))}\n`);
          if (step.result !== null)
            out(
              `${shown(step.result)
                .split('\n')
                .map((line) => `    ${line}`)
                .join('\n')}\n`,
            );
        }
      }),
    add: ({ file, yes, json }) =>
      ask(async ({ client }) => {
        const body = await workflowFrom(file);
        const draft = await client['workflows.draft']({ body }).catch(async (error: unknown) => {
          throw await inFileWords(error, body);
        });
        say(`${draft.name}: ${draft.steps.map(({ stepId }) => stepId).join(', ')}`);
        for (const line of draft.mayDo) say(line);
        if (draft.expectation !== null)
          say(tell(sayOf('terminal.success_is', { what: JSON.stringify(draft.expectation) })));
        if (!yes && !(await agreed(saves(tell), { say, err, readLines, interrupted, tell })))
          return 'refused';
        const saved = await client['workflows.save']({ body });
        out(json ? `${JSON.stringify(saved)}\n` : `${saved.workflowId}\n`);
        const given = saved.parameters.map(({ name }) => ` --param ${name}=…`).join('');
        say(tell(sayOf('terminal.workflow_saved', { id: saved.workflowId, more: given })));
        return 'done';
      }),
  };

  async function workflowFrom(file: string): Promise<WorkflowToSave> {
    const text = file === '-' ? ((await deps.readInput('value')) ?? '') : await textOfFile(file);
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
    .map(({ stepId }) => tell(sayOf('terminal.step_waits', { step: stepId })));
}

/** A stream that ends, without an error, when the person leaves. */
async function* untilLeft<Event>(events: AsyncIterable<Event>, left: AbortSignal): AsyncGenerator<Event> {
  try {
    yield* events;
  } catch (error) {
    if (!left.aborted) throw error;
  }
}
