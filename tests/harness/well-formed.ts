/** As a model's, or as one of those on a wire: of a call and of its result only the id counts. */
interface Message {
  readonly role: string;
  readonly content: readonly {
    readonly type: string;
    readonly text?: string;
    readonly toolCallId?: string;
  }[];
}

/**
 * The faults in messages sent to a model, by the definition in src/core/ports/model.ts; empty if they are
 * well-formed.
 */
export function faultsIn(messages: readonly Message[]): readonly string[] {
  return messages.flatMap(({ role, content }, index) => {
    const faults: string[] = [];
    if (role !== (index % 2 === 0 ? 'user' : 'assistant')) faults.push(`${index}: ${role} out of turn`);
    if (content.length === 0) faults.push(`${index}: empty`);
    if (content.some((block) => block.type === 'text' && block.text === ''))
      faults.push(`${index}: empty text`);
    const before = messages[index - 1]?.content ?? [];
    const asked = before.flatMap((block) => (block.type === 'tool_call' ? [block.toolCallId] : []));
    const answered = content.flatMap((block) => (block.type === 'tool_result' ? [block.toolCallId] : []));
    if (asked.join() !== answered.join())
      faults.push(`${index}: asked ${asked.join()}, answered ${answered.join()}`);
    return faults;
  });
}
