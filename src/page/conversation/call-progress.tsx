import type { VNode } from 'preact';
import { count } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { conversationWords } from '#words/conversation.ts';
import type { AgentStep, ToolCall } from './run-items.ts';
import type { RunModel } from './run-model.ts';
import { toolInWords } from './tool-in-words.ts';

const said = conversationWords;

/** How far a call is that its tool server works on, as that says; nothing before it does, and after the call. */
export function CallProgress({
  call,
  name,
  run,
}: {
  call: Pick<ToolCall | AgentStep, 'progress' | 'result'>;
  name: string;
  run: RunModel;
}): VNode | null {
  const progress = call.progress.value;
  if (progress === null || call.result.value !== null || !run.isRunning.value) return null;
  const { done, total, message } = progress;
  const share = total === null || total === 0 ? {} : { value: Math.min(total, done), max: total };
  return (
    <div class="call-progress">
      <progress aria-label={visible(toolInWords(name))} {...share} />
      <p class="hint" dir="auto">
        {total === null ? count(done) : said.callOf(count(done), count(total))}
        {message === null ? '' : `: ${visible(message)}`}
      </p>
    </div>
  );
}
