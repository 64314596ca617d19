import { useSignal, useSignalEffect } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { conversationWords } from '#words/conversation.ts';
import type { Conversation } from './conversation.ts';
import type { RunModel } from './run-model.ts';

const said = conversationWords;

/** A longer answer is not read out: a person reads it in the conversation, at their own pace. */
const MAX_CHARS = 1_500;

/** Tells a screen reader an answer once, when it is complete, rather than each word of it; and nothing of past runs. */
export function Announcer({ conversation }: { conversation: Conversation }): VNode {
  const text = useSignal('');
  const followed = useRef<RunModel | null>(null);
  useSignalEffect(() => {
    const running = conversation.running.value;
    if (running !== null) {
      followed.current = running;
      text.value = '';
      return;
    }
    const over = followed.current;
    followed.current = null;
    if (over === null || !conversation.runs.peek().includes(over)) return;
    void toldOf(over).then((told) => {
      if (followed.current === null) text.value = told;
    });
  });
  return (
    <div class="unseen" aria-live="polite">
      {text.value}
    </div>
  );
}

async function toldOf(run: RunModel): Promise<string> {
  const answer =
    run.items
      .peek()
      .findLast((item) => item.kind === 'answer')
      ?.text.peek() ?? '';
  const end = run.end.peek()?.stopReason ?? 'failed';
  if (end !== 'end_turn') return said.ends[end] ?? end;
  if (answer.length > MAX_CHARS) return said.longAnswer;
  try {
    return (await import('./markdown/plain.ts')).plainText(answer);
  } catch {
    return answer;
  }
}
