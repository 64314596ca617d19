import { runId, threadId, type PersonId, type ThreadId } from '../../kernel/ids.ts';
import { nextTurn } from '../../kernel/next-turn.ts';
import { OneAtATime } from '../../kernel/one-at-a-time.ts';
import type { Ongoing } from '../../kernel/ongoing.ts';
import { quote } from '../../kernel/quoted.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Log, Masked } from '../../ports/log.ts';
import { titleOfFork } from '../../conversation/forks/model.ts';
import type { ForkChange } from '../../conversation/forks/store.ts';
import { UNTITLED, type Message, type Thread } from '../../conversation/threads/model.ts';
import type { ThreadChange, ThreadStore } from '../../conversation/threads/store.ts';
import { EVERY } from '../../conversation/versions/model.ts';
import type { ThreadSearch } from '../../conversation/thread-search/service.ts';
import { refuse } from './errors.ts';
import { additionsTo, knownThread, type Addition } from './growth.ts';
import { pastLimits } from './limits.ts';
import {
  storedMessages,
  type ListedConversation,
  type Outcome,
  type PastConversation,
  type PastImport,
  type PastKind,
  type PastMessage,
  type PastProgress,
  type RememberedImport,
} from './model.ts';
import { isDamagedPart, type PastDocument, type PastFiles } from './port.ts';
import { PastReading, plain } from './reading.ts';
import { say } from './says.ts';
import type { PastChange, PastStore } from './store.ts';

type Change = ThreadChange | ForkChange | PastChange;

export interface PastConversationsDeps {
  readonly journal: Journal<Change>;
  readonly store: PastStore;
  readonly threads: Pick<ThreadStore, 'messages'>;
  readonly files: PastFiles;
  readonly search: Pick<ThreadSearch, 'fill'>;
  readonly ongoing: Pick<Ongoing, 'begin'>;
  /** Masks the values of secrets, as in the tasks that are stored. */
  readonly masked: Masked;
  /** A file takes no more of the disk than all files of its person may. */
  readonly room: { mostBytesOf(person: PersonId): number };
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}

interface Held {
  readonly made: PastImport;
  progress: PastProgress;
  /** By the ids there, what each has become. */
  readonly came: Map<string, ThreadId>;
  work: Promise<void>;
}

/**
 * Brings conversations from the files of other assistants: first it tells what would come, then they come. Imports are
 * remembered for a day, until the engine ends; what has come stays.
 */
export class PastConversations {
  readonly #deps: PastConversationsDeps;
  readonly #held = new Map<string, Held>();
  /** Those of one person: the second finds what the first has brought. */
  readonly #inTurn = new OneAtATime<PersonId>();
  /** Likewise: so no person has more on the disk than the imports that are remembered, and one. */
  readonly #reads = new OneAtATime<PersonId>();
  readonly #stop = new AbortController();

  constructor(deps: PastConversationsDeps) {
    this.#deps = deps;
  }

  /**
   * Reads a file to its end and changes nothing: tells of each conversation whether it would come, and what of it not.
   * @throws Refusal import_unknown, import_too_large, disk_full, storage_error
   */
  async read(person: PersonId, body: AsyncIterable<Uint8Array>): Promise<PastImport> {
    return await this.#reads.run(person, () => this.#read(person, body));
  }

  async #read(person: PersonId, body: AsyncIterable<Uint8Array>): Promise<PastImport> {
    const { files, ids, clock, room } = this.#deps;
    await this.#forget((held) => this.#isOld(held));
    const importId = ids.next();
    await files.keep(importId, atMost(room.mostBytesOf(person), body));
    try {
      const conversations: ListedConversation[] = [];
      const known = this.#knownTo(person);
      let kind: PastKind | null = null;
      for await (const outcome of this.#outcomes(importId)) {
        if (conversations.length >= pastLimits.conversations) throw refuse.import_too_large();
        if (outcome.comes) kind ??= outcome.conversation.kind;
        conversations.push(
          outcome.comes ? listed(outcome.conversation, await known(outcome.conversation)) : left(outcome),
        );
        await nextTurn();
      }
      if (conversations.length === 0) throw refuse.import_unknown();
      const inState = (state: ListedConversation['state']) =>
        conversations.filter((one) => one.state === state).length;
      const willBring = inState('new');
      const made = {
        importId,
        person,
        kind,
        createdAt: clock.now(),
        conversations,
        willBring,
        alreadyHere: inState('here'),
      };
      const progress = { state: 'read', brought: 0, willBring, failed: [] } as const;
      this.#held.set(importId, { made, progress, came: new Map(), work: Promise.resolve() });
      await this.#forgetEarlier(person);
      return made;
    } catch (error) {
      await files.drop(importId);
      throw isDamagedPart(error) ? refuse.import_unknown({}, undefined, error) : error;
    }
  }

  /**
   * Begins to bring what `read` has told as new; it goes on by itself. One that was stopped may be begun again: what came
   * before does not come twice.
   * @param chosen the ids there of those that are to come; null: all
   * @throws Refusal import_gone, import_begun, import_not_listed
   */
  run(person: PersonId, importId: string, chosen: readonly string[] | null): void {
    const held = this.#of(person, importId);
    if (held.progress.state === 'running' || held.progress.state === 'done') throw refuse.import_begun();
    const wanted = wantedOf(held.made, chosen);
    const willBring = wanted.union(new Set(held.came.keys())).size;
    held.progress = { ...held.progress, state: 'running', willBring };
    const piece = this.#deps.ongoing.begin(person, ['disabled', 'erasing']);
    const signal = AbortSignal.any([this.#stop.signal, piece.signal]);
    held.work = this.#inTurn.run(person, () => this.#bring(held, wanted, signal)).finally(piece.over);
  }

  /** @throws Refusal import_gone */
  progress(person: PersonId, importId: string): PastProgress {
    return this.#of(person, importId).progress;
  }

  /** What `read` has told, and what has become of it. @throws Refusal import_gone */
  conversations(person: PersonId, importId: string): readonly ListedConversation[] {
    const { made, came } = this.#of(person, importId);
    return made.conversations.map((one) => ({
      ...one,
      threadId: one.state === 'new' ? (came.get(one.sourceId ?? '') ?? null) : null,
    }));
  }

  /** Those of a person that are remembered, the latest first. */
  all(person: PersonId): readonly RememberedImport[] {
    return [...this.#held.values()]
      .filter((held) => held.made.person === person && !this.#isOld(held))
      .map(({ made, progress }) => ({ ...made, ...progress }))
      .toReversed();
  }

  /** Stops what goes on, between two conversations. Never rejects. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all([...this.#held.values()].map(({ work }) => work));
  }

  #of(person: PersonId, importId: string): Held {
    const held = this.#held.get(importId);
    if (held?.made.person !== person || this.#isOld(held)) throw refuse.import_gone();
    return held;
  }

  #isOld = ({ made, progress }: Held): boolean =>
    progress.state !== 'running' && made.createdAt + pastLimits.keptMs <= this.#deps.clock.now();

  async #forget(isOver: (held: Held) => boolean): Promise<void> {
    for (const [importId, held] of this.#held)
      if (isOver(held)) {
        this.#held.delete(importId);
        await this.#deps.files.drop(importId);
      }
  }

  /** The latest of a person are remembered, and what goes on. */
  async #forgetEarlier(person: PersonId): Promise<void> {
    const own = [...this.#held.values()].filter(
      ({ made, progress }) => made.person === person && progress.state !== 'running',
    );
    const earlier = own.slice(0, -pastLimits.imports);
    await this.#forget((held) => earlier.includes(held));
  }

  /** Never rejects. */
  async #bring(held: Held, wanted: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    const { journal, search, files, log } = this.#deps;
    const { person, importId } = held.made;
    const known = this.#knownTo(person);
    try {
      for await (const outcome of this.#outcomes(importId)) {
        if (signal.aborted) break;
        if (!outcome.comes || !wanted.has(outcome.conversation.sourceId)) continue;
        const { conversation } = outcome;
        const additions = await known(conversation);
        if (additions?.length === 0) continue;
        const main = threadId(this.#deps.ids.next());
        try {
          await journal.commit(
            additions
              ? this.#added(person, conversation, additions)
              : this.#changes(person, conversation, main),
          );
          held.came.set(conversation.sourceId, additions?.[0]?.to ?? main);
          held.progress = { ...held.progress, brought: held.progress.brought + 1 };
        } catch (error) {
          if (isRefusal(error)) throw error;
          log.warn('[svc:past] a conversation could not be stored', { error });
          const { sourceId, title } = conversation;
          const failed = [...held.progress.failed, { sourceId, title, why: say('past.not_stored') }];
          held.progress = { ...held.progress, failed };
        }
        search.fill();
        await nextTurn();
      }
    } catch (error) {
      log.warn('[svc:past] an import was stopped', { error });
      held.progress = { ...held.progress, state: 'stopped' };
      return;
    }
    held.progress = { ...held.progress, state: signal.aborted ? 'stopped' : 'done' };
    if (!signal.aborted) await files.drop(importId).catch(() => undefined);
  }

  /** One list of changes: a conversation comes with all its branches, or not at all. */
  #changes(person: PersonId, conversation: PastConversation, mainId: ThreadId): readonly Change[] {
    const { ids } = this.#deps;
    const { kind, sourceId, messages, branches } = conversation;
    const title = this.#masked(conversation.title, person);
    const said = (thread: Thread, from: number, added: readonly PastMessage[]): readonly Change[] => [
      ...this.#said(person, conversation, thread.threadId, {
        before: messages.slice(0, from),
        messages: added,
      }),
      { change: 'past.hold', threadId: thread.threadId, kind, sourceId },
    ];
    const main = begun(mainId, person, conversation);
    let last = title;
    return [
      { change: 'thread.create', thread: main },
      ...said(main, 0, messages),
      { change: 'thread.name', threadId: main.threadId, title },
      ...branches.flatMap(({ shared, messages: added }): readonly Change[] => {
        last = titleOfFork(last);
        const thread = { ...begun(threadId(ids.next()), person, conversation), title: last };
        const path = shared === 0 ? [] : [{ from: 1, to: shared }];
        return [{ change: 'thread.fork', thread, from: main.threadId, path }, ...said(thread, shared, added)];
      }),
    ];
  }

  /** What is new of a conversation that came before. */
  #added(
    person: PersonId,
    conversation: PastConversation,
    additions: readonly Addition[],
  ): readonly Change[] {
    const { kind, sourceId } = conversation;
    let title = this.#masked(conversation.title, person);
    return additions.flatMap((addition): readonly Change[] => {
      const { to, forkAfter } = addition;
      if (forkAfter === null) return this.#said(person, conversation, to, addition);
      title = titleOfFork(title);
      const own = threadId(this.#deps.ids.next());
      const thread = { ...begun(own, person, conversation), title };
      return [
        { change: 'thread.fork', thread, from: to, path: forkAfter },
        ...this.#said(person, conversation, own, addition),
        { change: 'past.hold', threadId: own, kind, sourceId },
      ];
    });
  }

  #said(
    person: PersonId,
    { kind, createdAt }: PastConversation,
    to: ThreadId,
    { before, messages }: Pick<Addition, 'before' | 'messages'>,
  ): readonly Change[] {
    const texts = messages.map((one) => ({ ...one, text: this.#masked(one.text, person) }));
    const since = before.reduce((at, one) => one.at ?? at, createdAt);
    const nextRun = () => runId(this.#deps.ids.next());
    return storedMessages(texts, kind, { threadId: to, createdAt: since, nextRun }).map(
      (message) => ({ change: 'message.append', message }) as const,
    );
  }

  #masked(text: string, person: PersonId): string {
    return this.#deps.masked(plain(text), person);
  }

  /** What is new of a conversation that came before; null: it did not. */
  #knownTo(person: PersonId): (one: PastConversation) => Promise<readonly Addition[] | null> {
    const { store } = this.#deps;
    const known = new Map<PastKind, ReadonlyMap<string, readonly ThreadId[]>>();
    return async (conversation) => {
      const { kind, sourceId } = conversation;
      const ofKind =
        known.get(kind) ??
        new Map(
          [...Map.groupBy(await store.threads(person, kind), (one) => one.sourceId)].map(
            ([id, threads]) => [id, threads.map((one) => one.threadId)] as const,
          ),
        );
      known.set(kind, ofKind);
      const threads = ofKind.get(sourceId);
      if (!threads) return null;
      const found = await Promise.all(threads.map(async (id) => knownThread(id, await this.#allOf(id))));
      return additionsTo(conversation, found, (text) => this.#masked(text, person));
    };
  }

  async #allOf(thread: ThreadId): Promise<readonly Message[]> {
    const all: Message[] = [];
    for (;;) {
      const page = await this.#deps.threads.messages(thread, {
        after: all.at(-1)?.seq ?? 0,
        limit: MESSAGES_AT_ONCE,
        within: EVERY,
      });
      all.push(...page);
      if (page.length < MESSAGES_AT_ONCE) return all;
    }
  }

  /** Of everything in an upload, in its order; an id that comes a second time is told as such. */
  async *#outcomes(importId: string): AsyncGenerator<Outcome> {
    const { files, clock } = this.#deps;
    const now = clock.now();
    const met = new Set<string>();
    for await (const document of files.documents(importId))
      for await (const outcome of outcomesIn(document, now)) {
        const { comes } = outcome;
        const { sourceId, title } = comes ? outcome.conversation : outcome;
        const key = comes ? `${outcome.conversation.kind} ${sourceId}` : null;
        yield key !== null && met.has(key)
          ? { comes: false, sourceId, title, why: say('past.twice') }
          : outcome;
        if (key !== null) met.add(key);
      }
  }
}

/** @throws Refusal import_not_listed */
function wantedOf({ conversations }: PastImport, chosen: readonly string[] | null): ReadonlySet<string> {
  const fresh = new Set(
    conversations.flatMap(({ state, sourceId }) => (state === 'new' && sourceId !== null ? [sourceId] : [])),
  );
  if (chosen === null) return fresh;
  const unknown = chosen.find((sourceId) => !fresh.has(sourceId));
  if (unknown !== undefined)
    throw refuse.import_not_listed(
      {},
      say('past.not_listed', { sourceId: quote(unknown, pastLimits.idChars) }),
    );
  return new Set(chosen);
}

async function* atMost(most: number, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > most) throw refuse.import_too_large();
    yield piece;
  }
}

async function* outcomesIn(document: PastDocument, now: number): AsyncGenerator<Outcome> {
  const reading = new PastReading(now);
  try {
    for await (const piece of document) {
      yield* reading.feed(piece);
      if (reading.isOver) return;
    }
    yield* reading.end();
  } catch (error) {
    if (!isDamagedPart(error)) throw error;
    yield* reading.damaged();
  }
}

const begun = (own: ThreadId, personId: PersonId, { createdAt }: PastConversation): Thread => ({
  threadId: own,
  personId,
  title: UNTITLED,
  archived: false,
  messageCount: 0,
  costUsd: 0,
  createdAt,
  updatedAt: createdAt,
});

const MESSAGES_AT_ONCE = 500;

const left = ({ sourceId, title, why }: Exclude<Outcome, { comes: true }>): ListedConversation => ({
  sourceId,
  title,
  state: 'left',
  messages: 0,
  branches: 0,
  problems: [why],
  threadId: null,
});

/** @param additions what is new of it; null: all */
function listed(
  { sourceId, title, messages, branches, problems }: PastConversation,
  additions: readonly Addition[] | null,
): ListedConversation {
  const count = (all: readonly { readonly messages: readonly unknown[] }[]) =>
    all.reduce((sum, one) => sum + one.messages.length, 0);
  const told = { sourceId, title, threadId: null };
  if (additions === null || additions.length === 0)
    return {
      ...told,
      state: additions === null ? 'new' : 'here',
      messages: messages.length + count(branches),
      branches: branches.length,
      problems,
    };
  const aside = additions.filter(({ forkAfter }) => forkAfter !== null);
  return {
    ...told,
    state: 'new',
    messages: count(additions),
    branches: aside.length,
    problems: [say(aside.length > 0 ? 'past.grown_aside' : 'past.grown'), ...problems],
  };
}
