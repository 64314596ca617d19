import { EVERYONE } from '../../src/core/trust/people/model.ts';
import { DEEP_PURSES, OWNER_ID, BY_OWNER } from '../doubles/people.ts';
import type { HistoryDatabase } from '../../src/adapters/out/sqlite/history/open.ts';
import { around } from '../../src/core/kernel/around.ts';
import type { RunId } from '../../src/core/kernel/ids.ts';
import type { Change } from '../../src/core/features.ts';
import type { Journal } from '../../src/core/ports/journal.ts';
import type { MemoryEntry } from '../../src/core/knowledge/memory/model.ts';
import type { MemoryOfPerson } from '../../src/core/knowledge/memory/service.ts';
import type { MachineBoot } from '../../src/core/ports/machine-boot.ts';
import type { Model, Price } from '../../src/core/ports/model.ts';
import type { Web } from '../../src/core/ports/web.ts';
import type { Tool } from '../../src/core/execution/runs/port.ts';
import type { RunEvent } from '../../src/core/execution/runs/events.ts';
import type { SpendingLimits } from '../../src/core/execution/runs/loop/spending.ts';
import type { SecretService } from '../../src/core/trust/secrets/service.ts';
import type { ToolServerClient } from '../../src/core/execution/tool-servers/port.ts';
import type { Session } from '../../src/core/conversation/sessions/model.ts';
import {
  apiTokens,
  configTokens,
  consentTokens,
  databaseTokens,
  memoryTokens,
  modelTokens,
  peopleTokens,
  processTokens,
  runTokens,
  secretTokens,
  threadTokens,
  toolServerTokens,
  webTokens,
} from '../../src/main/tokens.ts';
import { CountingIds } from '../doubles/counting-ids.ts';
import type { ManualClock } from '../doubles/manual-clock.ts';
import { MemoryConfigFiles } from '../doubles/memory-config-files.ts';
import { ScriptedModel, type Step } from '../doubles/scripted-model.ts';
import { graphOver } from './graph.ts';

export interface CoreOptions {
  readonly turns?: readonly (readonly Step[])[];
  readonly tools?: readonly Tool[];
  readonly history?: HistoryDatabase;
  readonly journal?: (journal: Journal<Change>) => Journal<Change>;
  readonly firstId?: number;
  readonly clock?: ManualClock;
  readonly web?: Web;
  /** By default the machine is never switched off. */
  readonly boot?: MachineBoot;
  readonly price?: Price;
  /** Opens models instead of the one that plays `turns`. */
  readonly open?: (profile: string | null, modelId?: string) => Promise<Model>;
  /** The entries that memory finds for every task. */
  readonly remembered?: readonly MemoryEntry[];
  /** Receives what runs remember afterwards; without it, nothing is remembered. */
  readonly learns?: Pick<MemoryOfPerson, 'record'>;
  readonly spendingLimits?: SpendingLimits;
  /** Every run waits for this before it starts. */
  readonly opening?: Promise<void>;
  readonly secrets?: Partial<SecretService>;
  /** The tool servers that the engine can reach. With it, runs are offered the tools of production in place of `tools`. */
  readonly toolServers?: ToolServerClient;
  /** The text about registered APIs in the system prompt. */
  readonly registeredApis?: () => string;
  /** What its owner wants in all conversations. */
  readonly instructions?: string;
  /** Models name conversations. */
  readonly titles?: boolean;
}

const NO_LIMITS: SpendingLimits = { run: Infinity, day: Infinity, month: Infinity };

/** The engine of production over databases in memory, with a scripted model and scripted tools. */
export function coreOver({
  turns = [],
  tools = [],
  history,
  journal,
  firstId,
  clock: givenClock,
  web,
  boot = { id: 'one', isSame: () => true },
  price,
  open,
  remembered = [],
  learns,
  spendingLimits = NO_LIMITS,
  opening = Promise.resolve(),
  registeredApis,
  secrets,
  toolServers,
  instructions,
  titles = false,
}: CoreOptions = {}) {
  const model = new ScriptedModel(turns, 'scripted', price);
  const made = graphOver({
    ids: new CountingIds(firstId),
    ...(history ? { history } : {}),
    ...(givenClock ? { clock: givenClock } : {}),
    rebind: ({ set, around: wrap }) => {
      set(modelTokens.models, {
        open: (profile, _whose, modelId) => opening.then(() => open?.(profile, modelId) ?? model),
      });
      if (toolServers) {
        set(toolServerTokens.toolServerClient, toolServers);
        set(configTokens.configFiles, new MemoryConfigFiles());
      } else set(runTokens.toolBox, { tools: () => tools });
      wrap(configTokens.config, (config) =>
        around(config, {
          current: () => {
            const { values, ...rest } = config.current();
            const more = instructions === undefined ? {} : { instructions };
            return {
              ...rest,
              values: {
                ...values,
                ...more,
                memory_extraction: learns !== undefined,
                conversation_titles: titles,
              },
            };
          },
        }),
      );
      set(runTokens.spendingLimits, () => spendingLimits);
      set(runTokens.purses, DEEP_PURSES);
      set(consentTokens.knownServers, { has: (url) => url.startsWith('https://api.known.example/') });
      wrap(memoryTokens.memory, (memory) =>
        around(memory, {
          of: (person) =>
            around(memory.of(person), {
              relevantTo: async () =>
                remembered.map((entry) => ({ entry, score: 1, coverage: 1, reasons: ['words'] as const })),
              ...(learns ? { record: (asked) => learns.record(asked) } : {}),
            }),
        }),
      );
      wrap(peopleTokens.people, (people) => around(people, { owner: OWNER_ID }));
      set(processTokens.boot, boot);
      if (web) {
        set(webTokens.web, web);
        set(webTokens.judge, { judge: async () => undefined });
      }
      if (journal) wrap(databaseTokens.journal, journal);
      if (registeredApis) wrap(apiTokens.apis, (apis) => around(apis, { section: registeredApis }));
      if (secrets) wrap(secretTokens.secrets, (real) => around(real, secrets));
    },
  });
  const { get, clock } = made;
  const { runs, compactions, agents, earlierResults, prompts, consents, sessions, threads } = get(
    processTokens.services,
  );
  return {
    ...made,
    secrets: get(secretTokens.secrets),
    model,
    holds: get(threadTokens.threadHolds),
    runs,
    compactions,
    agents,
    earlierResults,
    prompts,
    consents,
    sessions,
    threads,
    newSession: (): Promise<Session> => sessions.create(OWNER_ID, null, null),
    /** Answers what is asked in a session, and lets its run go on. @returns what was asked */
    answer: async ({ sessionId }: Pick<Session, 'sessionId'>, answer: string) => {
      const prompt = (await prompts.pending(EVERYONE, sessionId))?.prompt;
      await prompts.reply(EVERYONE, sessionId, { promptId: prompt?.promptId ?? null, answer });
      await clock.advance(0);
      return prompt;
    },
    start: (session: Session, task = 'do it'): Promise<RunId> =>
      runs.start(session.sessionId, { task, profile: null, idempotencyKey: null, startedBy: BY_OWNER }),
    /** All events of a run, once it has ended. Moves the clock, so that gathered text is written. */
    eventsOf: async (runId: RunId): Promise<readonly RunEvent[]> => {
      const all: RunEvent[] = [];
      const reading = (async () => {
        for await (const batch of await runs.follow(EVERYONE, runId, 0, new AbortController().signal))
          all.push(...batch.filter((event): event is RunEvent => event.id !== null));
      })();
      // The caller handles the failure; it may come while the clock moves.
      reading.catch(() => undefined);
      await clock.advance(1_000);
      await reading;
      return all;
    },
  };
}

/** A run that begins is written at once; that it is synced is told only when `sync` resolves. */
export const synced =
  (sync: () => Promise<void>): NonNullable<CoreOptions['journal']> =>
  (journal) => ({
    commit: async (changes, durability) => {
      await journal.commit(changes, durability);
      if (changes.length === 0) await sync();
    },
  });

/** One whole run of an engine of its own, and what it left in its thread. */
export async function runOnce(options: CoreOptions) {
  const core = coreOver(options);
  const session = await core.newSession();
  const runId = await core.start(session);
  const events = await core.eventsOf(runId);
  const messages = await core.history.threads.messages(session.threadId, { after: 0, limit: 100 });
  return { ...core, session, runId, events, messages };
}

/** A tool that calls `call`; its schema accepts any object. */
export const aTool = (name: string, call: Tool['call'], inputSchema: object = { type: 'object' }): Tool => ({
  name,
  description: `The tool ${name} of a test.`,
  inputSchema,
  effect: 'effect',
  consent: 'read',
  call,
});
