import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { duration, printed } from '../parts/format.ts';
import { conversationWords } from '#words/conversation.ts';
import { visible } from '../parts/visible.ts';
import { CallProgress } from './call-progress.tsx';
import type { AgentStep, ItemOf, ToolCall } from './run-items.ts';
import type { RunModel } from './run-model.ts';
import { SavedArtifacts } from './saved-artifacts.tsx';
import { toolInWords } from './tool-in-words.ts';
import { WorkflowLinks } from './workflow-links.tsx';
import { WrittenFiles } from './written-files.tsx';

const said = conversationWords;

/** As many stand alone; more are one line that opens. */
const MAX_ALONE = 3;

export function ToolCalls({ item, run }: { item: ItemOf<'calls'>; run: RunModel }): VNode {
  const calls = item.calls.value;
  const lines = calls.map((call) => <Line key={call.toolCallId} call={call} run={run} />);
  const progress = calls.map((call) => (
    <CallProgress key={call.toolCallId} call={call} name={call.name} run={run} />
  ));
  const made = (
    <>
      <SavedArtifacts calls={calls} />
      <WorkflowLinks calls={calls} />
      <WrittenFiles calls={calls} />
    </>
  );
  if (calls.length <= MAX_ALONE)
    return (
      <>
        <div class="calls">{lines}</div>
        {progress}
        {made}
      </>
    );
  const unfinished = calls.some(({ result }) => result.value === null) ? unfinishedIn(run) : '';
  const failed = calls.filter(({ result }) => result.value?.success === false).length;
  return (
    <>
      <details class="calls">
        <summary>
          {said.calls(calls.length)}{' '}
          <span class="hint">
            {unfinished === '' && failed > 0 ? `${failed} ${said.callFailed}` : unfinished}
          </span>
        </summary>
        {lines}
      </details>
      {progress}
      {made}
    </>
  );
}

/** A call without a result, in words: the run may be over, or wait for its owner. */
function unfinishedIn(run: RunModel): string {
  if (!run.isRunning.value) return said.callUnfinished;
  const isAsking = run.items.value.some((item) => item.kind === 'prompt' && !item.isOver.value);
  return isAsking ? said.callWaiting : said.callRunning;
}

/** What was done, on what, and how long it took; the rest when it is opened. */
function Line({ call, run }: { call: ToolCall; run: RunModel }): VNode {
  const result = call.result.value;
  const recorded = run.recorded.value?.find(({ toolCallId }) => toolCallId === call.toolCallId);
  const took = result?.tookMs ?? recorded?.durationMs ?? null;
  // The events of a run tell of its sub-agents; its messages do not.
  const agents = call.startedAt === null ? agentsIn(call.input).map(({ name }) => name) : [];
  const inside = run.recorded.value?.filter(({ agent }) => agent !== null && agents.includes(agent)) ?? [];
  return (
    <Step
      name={call.name}
      input={call.input}
      result={result}
      took={took === null ? '' : tookInWords(took, run.end.value?.durationMs ?? null)}
      unfinished={unfinishedIn(run)}
      onOpen={() => void (call.startedAt === null ? run.readCalls() : undefined)}
    >
      {inside.map(({ toolCallId, name, input, output, success, durationMs }) => (
        <Step
          key={toolCallId}
          name={name}
          input={input}
          result={output === null ? null : { output, success: success === true }}
          took={durationMs === null ? '' : duration(durationMs)}
          unfinished={unfinishedIn(run)}
        />
      ))}
    </Step>
  );
}

/** A call takes longer than its run only if it waited for an answer, which does not count as work of the run. */
const tookInWords = (took: number, ofRun: number | null): string =>
  ofRun !== null && took > ofRun ? said.callWaited(duration(took - ofRun)) : duration(took);

export function AgentLine({ item, run }: { item: ItemOf<'agent'>; run: RunModel }): VNode {
  const task = taskOf(item, run);
  const ended = item.ended.value;
  const outcome = ended ? (said.agentOutcomes[ended.outcome] ?? ended.outcome) : said.agentWorking;
  return (
    <details class="calls agent">
      <summary>
        {visible(said.agent(item.name, item.role, item.model))} <span class="hint">{outcome}</span>
      </summary>
      {task === '' ? null : (
        <p class="untrusted hint" dir="auto">
          {visible(task)}
        </p>
      )}
      {item.steps.value.map((step: AgentStep) => (
        <Step
          key={step.toolCallId}
          name={step.tool}
          input={step.input}
          result={step.result.value}
          took=""
          unfinished={unfinishedIn(run)}
        />
      ))}
      {item.steps.value.map((step) => (
        <CallProgress key={step.toolCallId} call={step} name={step.tool} run={run} />
      ))}
    </details>
  );
}

function Step({
  name,
  input,
  result,
  took,
  unfinished,
  onOpen,
  children,
}: {
  name: string;
  input: Readonly<Record<string, unknown>>;
  result: { readonly output: string; readonly success: boolean } | null;
  took: string;
  /** What is said while there is no result. */
  unfinished: string;
  onOpen?: () => void;
  children?: ComponentChildren;
}): VNode {
  // What is inside is drawn when it is opened: outputs may be long, and most are never looked at.
  const [isOpen, setOpen] = useState(false);
  const on = subjectOf(input);
  const state = result === null ? unfinished : result.success ? took : said.callFailed;
  return (
    <details
      class="call"
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
        if (event.currentTarget.open) onOpen?.();
      }}
    >
      <summary>
        <span class={result?.success === false ? 'bad' : undefined}>
          {visible(toolInWords(name, result?.success === false))}{' '}
          {on === '' ? null : <code>{visible(on)}</code>}
        </span>
        <span class="hint">{state}</span>
      </summary>
      {isOpen ? (
        <dl>
          {Object.entries(input).map(([key, value]) => (
            <Field key={key} name={visible(key)} text={printed(value)} />
          ))}
          {result === null ? null : <Field name={said.callOutput} text={result.output} />}
        </dl>
      ) : null}
      {isOpen ? children : null}
    </details>
  );
}

const Field = ({ name, text }: { name: string; text: string }): VNode => (
  <>
    <dt>{name}</dt>
    <dd>
      <pre tabIndex={0} dir="ltr">
        {visible(text)}
      </pre>
    </dd>
  </>
);

interface AgentInput {
  readonly name: string;
  readonly task: string;
}

/** The sub-agents that a call starts, as the model asked for them. */
const agentsIn = ({ agents }: Readonly<Record<string, unknown>>): readonly AgentInput[] =>
  Array.isArray(agents)
    ? agents.map((agent: Partial<AgentInput> | null) => ({
        name: String(agent?.name ?? ''),
        task: String(agent?.task ?? ''),
      }))
    : [];

function taskOf({ spawnCallId, name }: ItemOf<'agent'>, run: RunModel): string {
  const calls = run.items.value.flatMap((item) => (item.kind === 'calls' ? item.calls.value : []));
  const call = calls.find(({ toolCallId }) => toolCallId === spawnCallId);
  return agentsIn(call?.input ?? {}).find((agent) => agent.name === name)?.task ?? '';
}

/** The inputs that name what a call is about, in the order in which they are looked for. */
const SUBJECTS = [
  'path',
  'to',
  'url',
  'query',
  'name',
  'question',
  'namespace',
  'task',
  'pattern',
  'text',
  'title',
  'artifact_id',
];
const MAX_SUBJECT = 80;

function subjectOf(input: Readonly<Record<string, unknown>>): string {
  const found = SUBJECTS.map((key) => input[key]).find((value) => typeof value === 'string' && value !== '');
  const names = agentsIn(input).map(({ name }) => name);
  const text = typeof found === 'string' ? found.replaceAll(/\s+/gu, ' ') : names.join(', ');
  return text.length > MAX_SUBJECT ? `${text.slice(0, MAX_SUBJECT - 1)}…` : text;
}
