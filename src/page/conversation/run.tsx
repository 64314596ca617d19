import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { memo } from 'preact/compat';
import { told, toldOf, worded } from '../engine/failure.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { count, dollars, duration } from '../parts/format.ts';
import { SpeakButton } from '../speech/speak-button.tsx';
import { QuestionCard } from '../waiting/question-card.tsx';
import { placeOfArea } from '../app/place.ts';
import { conversationWords } from '#words/conversation.ts';
import { amount, isEstimate, isUnknown } from '../parts/amount.ts';
import { Markdown } from './markdown/markdown.tsx';
import { visible } from '../parts/visible.ts';
import type { Item, ItemOf } from './run-items.ts';
import type { RunModel } from './run-model.ts';
import { Again } from './again.tsx';
import { conversation } from './current.ts';
import { LeftQuestion } from './left-question.tsx';
import { Task } from './task.tsx';
import { ToldFromMemory } from './told-from-memory.tsx';
import { AgentLine, ToolCalls } from './tool-calls.tsx';
import { EngineText } from '../parts/engine-text.tsx';

const said = conversationWords;

/** Says what one item of a run is about; `threadId` is where its questions are answered. */
interface Shown<Kind extends Item['kind']> {
  readonly item: ItemOf<Kind>;
  readonly run: RunModel;
  readonly threadId: string | null;
}

export function Run({ run, threadId }: { run: RunModel; threadId: string | null }): VNode {
  return (
    <article class="run" aria-busy={run.isRunning.value}>
      {run.items.value.map((item) => (
        <Shown key={item.key} item={item} run={run} threadId={threadId} />
      ))}
      <Footer run={run} />
      <ToldFromMemory run={run} />
      <Onward run={run} threadId={threadId} />
      <LeftQuestion run={run} />
      <Again run={run} />
    </article>
  );
}

const Shown = memo(({ item, run, threadId }: Shown<Item['kind']>): VNode | null => {
  // One component for each kind of item: a new kind does not compile until it has one.
  const Component = components[item.kind] as (shown: Shown<Item['kind']>) => VNode | null;
  return <Component item={item} run={run} threadId={threadId} />;
});

const components: { readonly [Kind in Item['kind']]: (shown: Shown<Kind>) => VNode | null } = {
  task: ({ item, run, threadId }) => (
    <Task text={item.text} files={item.files} run={run} threadId={threadId} />
  ),
  answer: ({ item }) => (
    <section class="answer">
      <Markdown text={item.text.value} isOpen={item.isOpen.value} />
      {item.isOpen.value ? null : (
        <div class="actions">
          <CopyButton text={() => item.text.value} label={said.copyAnswer} />
          <SpeakButton text={() => item.text.value} />
        </div>
      )}
    </section>
  ),
  thinking: ({ item }) => (
    <details class="thinking">
      <summary>{said.thinking}</summary>
      <div class="untrusted" dir="auto">
        {visible(item.text.value)}
      </div>
    </details>
  ),
  material: ({ item }) => (
    <details class="thinking">
      <summary>{said.material}</summary>
      <div class="untrusted" dir="auto">
        {visible(item.text)}
      </div>
    </details>
  ),
  calls: ({ item, run }) => <ToolCalls item={item} run={run} />,
  agent: ({ item, run }) => <AgentLine item={item} run={run} />,
  retry: ({ item }) => {
    const { reason, says, delayMs, attempt, maxAttempts } = item.data;
    const again = said.retry(Math.ceil(delayMs / 1000), attempt, maxAttempts);
    return item.isOver.value ? null : (
      <p class="hint">
        <EngineText text={worded(reason, says)} /> · {again}
      </p>
    );
  },
  continuation: ({ item }) => <Aside text={said.continuation(item.data.iteration)} />,
  resumed: () => <Aside text={said.resumed} />,
  compaction: ({ item }) => (
    <Aside text={said.compaction(count(item.data.tokensBefore), count(item.data.tokensAfter))} />
  ),
  no_room: ({ item }) => <Aside text={said.noRoom(item.tools.join(', '))} />,
  message_cut: ({ item }) => <Aside text={said.messageCut(count(item.leftOut), count(item.chars))} />,
  cost_warning: ({ item }) => {
    const { ceiling, spentUsd, limitUsd } = item.data;
    return <Aside text={said.costWarning(ceiling, dollars(spentUsd), dollars(limitUsd))} />;
  },
  gap: () => <Aside text={said.gap} />,
  changed: ({ item }) => <Aside text={said.changed(item.fileCount)} />,
  // The question that may follow says whom it concerns.
  note: ({ item }) =>
    item.code === 'reminded' ? null : (
      <p class="notice">
        <EngineText text={toldOf({ ...item, error: item.detail })} />
      </p>
    ),
  failed: ({ item }) => (
    <p class="notice bad" role="alert">
      <EngineText text={toldOf({ ...item, error: item.detail })} /> <code>{item.code}</code>
    </p>
  ),
  prompt: ({ item, threadId }) =>
    item.isOver.value || threadId === null ? null : (
      <QuestionCard prompt={item.prompt} threadId={threadId} onSettled={() => (item.isOver.value = true)} />
    ),
};

const Aside = ({ text }: { text: string }): VNode => <p class="hint">{visible(text)}</p>;

/** One line for the whole run: how it ended, what it took; its turns when it is opened. */
function Footer({ run }: { run: RunModel }): VNode | null {
  const end = run.end.value;
  if (end === null) return null;
  const turns = run.turns.value;
  return (
    <details class="footer">
      <summary>
        {said.ends[end.stopReason] ?? end.stopReason} · {duration(end.durationMs)} · {amount(end)}
      </summary>
      <ul>
        {turns.map((turn, nth) => (
          <li key={nth}>
            {said.ends[turn.stopReason] ?? turn.stopReason} · {tokens(turn.usage)} · {amount(turn)} ·{' '}
            {turn.model}
          </li>
        ))}
        {turns.length > 1 ? (
          <li>
            {said.turns(turns.length)} · {tokens(end.usage)}
          </li>
        ) : null}
        {isUnknown(end) ? <li>{said.unknownPriceHint}</li> : null}
        {isEstimate(end) ? <li>{said.aboutHint}</li> : null}
      </ul>
    </details>
  );
}

/** Leads to its timeline, and to another conversation that goes on from here. */
function Onward({ run, threadId }: { run: RunModel; threadId: string | null }): VNode | null {
  const wrong = useSignal('');
  const runId = run.runId.value;
  if (runId === null || threadId === null || run.isRunning.value) return null;
  const fork = async () => {
    wrong.value = '';
    await conversation.forkAfter(run).catch((error: unknown) => (wrong.value = told(error)));
  };
  return (
    <div class="row onward">
      <a class="hint" href={placeOfArea('timeline', runId)}>
        {said.timeline}
      </a>
      <button type="button" class="quiet" title={said.forkHint} onClick={() => void fork()}>
        {said.fork}
      </button>
      <p class="bad" role="alert">
        {wrong.value}
      </p>
    </div>
  );
}

const tokens = ({
  inputTokens,
  outputTokens,
  cacheReadTokens,
  cacheWriteTokens,
}: {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
}): string => said.tokens(count(inputTokens), count(outputTokens), count(cacheReadTokens + cacheWriteTokens));
