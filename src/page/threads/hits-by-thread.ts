interface Found {
  readonly thread: { readonly threadId: string };
  readonly role: 'user' | 'assistant' | null;
}

export interface ThreadHits<Hit extends Found> {
  /** An answer rather than a question, and either rather than the title. */
  readonly best: Hit;
  readonly others: readonly Hit[];
}

/** Hits by their conversations, in the order in which these were found. */
export function byThread<Hit extends Found>(hits: readonly Hit[]): readonly ThreadHits<Hit>[] {
  const threads = new Map<string, Hit[]>();
  for (const hit of hits) {
    const { threadId } = hit.thread;
    const known = threads.get(threadId);
    if (known) known.push(hit);
    else threads.set(threadId, [hit]);
  }
  return [...threads.values()].flatMap((all) => {
    const best =
      all.find(({ role }) => role === 'assistant') ?? all.find(({ role }) => role === 'user') ?? all[0];
    return best === undefined ? [] : [{ best, others: all.filter((hit) => hit !== best) }];
  });
}
