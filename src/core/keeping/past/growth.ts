import type { ThreadId } from '../../kernel/ids.ts';
import type { Message } from '../../conversation/threads/model.ts';
import { BROUGHT } from '../../conversation/threads/model.ts';
import type { Stretch } from '../../conversation/versions/model.ts';
import type { PastConversation, PastMessage } from './model.ts';

/** A thread that a conversation came into. */
export interface KnownThread {
  readonly threadId: ThreadId;
  /** Its first messages, which came; what its owner has added follows them. */
  readonly came: readonly { readonly seq: number; readonly text: string; readonly at: number }[];
  /** Its owner went on in it. */
  readonly isContinued: boolean;
}

/** What is new of a conversation that came before, at one place. */
export interface Addition {
  readonly to: ThreadId;
  /** The messages of the thread that a fork of it begins with; null: it goes on in the thread itself. */
  readonly forkAfter: readonly Stretch[] | null;
  /** Those of the conversation before these. */
  readonly before: readonly PastMessage[];
  readonly messages: readonly PastMessage[];
}

export function knownThread(threadId: ThreadId, all: readonly Message[]): KnownThread {
  const runs = new Set(
    all.flatMap(({ runId, content }) =>
      content.some((block) => block.type === 'note' && block.code === BROUGHT) ? [runId] : [],
    ),
  );
  const end = all.findIndex(({ runId }) => !runs.has(runId));
  const came = end < 0 ? all : all.slice(0, end);
  return {
    threadId,
    came: came.map(({ seq, content, createdAt }) => ({ seq, text: textIn(content), at: createdAt })),
    isContinued: came.length < all.length,
  };
}

const textIn = (content: Message['content']): string =>
  content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');

/**
 * What a conversation has now and did not have when it came: it follows the last of its messages that is known, in the same
 * thread; where its owner went on, or it branches off, in a fork. What is older than all that came was taken away here, and
 * does not come again.
 * @param stored a text as it is stored
 */
export function additionsTo(
  { messages, branches }: PastConversation,
  known: readonly KnownThread[],
  stored: (text: string) => string,
): readonly Addition[] {
  const latest = Math.max(0, ...known.flatMap(({ came }) => came.map(({ at }) => at)));
  const texts = new Map<PastMessage, string>();
  const storedOf = (message: PastMessage): string => {
    const text = texts.get(message) ?? stored(message.text);
    texts.set(message, text);
    return text;
  };
  const grown = new Set<ThreadId>();
  const additions: Addition[] = [];
  for (const path of [
    messages,
    ...branches.map((one) => [...messages.slice(0, one.shared), ...one.messages]),
  ]) {
    let [best, shared]: [KnownThread | null, number] = [null, 0];
    for (const thread of known) {
      const differs = path.findIndex((message, at) => thread.came[at]?.text !== storedOf(message));
      const same = differs < 0 ? path.length : differs;
      const isWhole = same === thread.came.length && !thread.isContinued;
      if (same > shared || (same === shared && isWhole && best?.isContinued === true))
        [best, shared] = [thread, same];
    }
    const added = path.slice(shared);
    if (!best || !added.some(({ at }) => at === null || at > latest)) continue;
    const goesOn = shared === best.came.length && !best.isContinued && !grown.has(best.threadId);
    if (goesOn) grown.add(best.threadId);
    additions.push({
      to: best.threadId,
      forkAfter: goesOn ? null : [{ from: 1, to: best.came[shared - 1]?.seq ?? 0 }],
      before: path.slice(0, shared),
      messages: added,
    });
  }
  return additions;
}
