import { setTimeout as pause } from 'node:timers/promises';
import { EXIT, type CommandInput } from '../../../contract/cli/command.ts';
import { CONFIRMATION } from '../../../contract/cli/own.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';
import { ProblemError } from '../../../contract/client.ts';
import type { AtTerminal, OwnCodes } from './at-terminal.ts';
import { isLostConnection, type EngineClient } from './attach.ts';

type Done = Pick<Awaited<ReturnType<EngineClient['data.erase']>>, 'stores' | 'remains'>;

/** Between two questions about an erasure in progress. */
const ASK_MS = 300;

/** `svc erase`: says what it will do, has a word typed, and waits for the end while the engine restarts. */
export const eraseVerb = {
  erase: async (at, input) => {
    const { say, tell } = at;
    const confirm = await confirmed(at, input);
    if (confirm === null) return EXIT.refused;
    if (confirm !== CONFIRMATION) return at.refuse(tell('terminal.not_the_word', { word: CONFIRMATION }));
    const { switches, lists, json } = input;
    const body = {
      confirm,
      keepBackups: switches.has('keep-backups'),
      workspace: switches.has('workspace'),
      removeUnknown: [...(lists.get('remove-unknown') ?? [])],
    };
    return await at.over({ whenGone: sayOf('gone.erasure'), whenRefused: WAYS }, async ({ client }) => {
      const before = (await client['data.erasure']()).erasure?.erasureId ?? null;
      try {
        const done = await client['data.erase']({ body }).catch(async (error: unknown): Promise<Done> => {
          if (!isLostConnection(error)) throw error;
          return await outcomeOf(at, before);
        });
        if (json) at.printJson({ deleted: true, stores: done.stores, remains: done.remains });
        else sayDone(at, done);
      } catch (error) {
        if (error instanceof NotBegun) return tell('terminal.gone_before_erasure');
        const remains = error instanceof Incomplete ? error.remains : incompleteIn(error);
        if (remains === null) {
          for (const name of namesIn(error)) say(`  ${name}`);
          throw error;
        }
        at.refuse(tell('terminal.not_all_erased'));
        sayRemains(at, remains);
        return EXIT.refused;
      }
    });
  },
} satisfies OwnCodes;

/** Those that have words; another one keeps its name. */
const STORES = [
  'history.db',
  'memory.db',
  'engine.db',
  'datastore.db',
  'vault.db',
  'apis',
  'artifacts',
  'backups',
  'changesets',
  'sweeps',
  'workspace',
] as const;

/** In the place of what a program does. */
const WAYS = {
  unknown_entries: (detail: string) =>
    detail.replace(
      'repeat the request with their names in "removeUnknown"',
      'repeat this with --remove-unknown and their names',
    ),
};

/** @returns the word that was typed; null where nothing was */
async function confirmed(at: AtTerminal, { options, switches }: CommandInput): Promise<string | null> {
  const { say, tell, readLines } = at;
  const given = options.get('confirm');
  if (given !== undefined) return given;
  say(tell('terminal.erases_all', { dataDir: at.dataDir }));
  say(tell(switches.has('keep-backups') ? 'terminal.backups_stay' : 'terminal.backups_go'));
  if (switches.has('workspace')) say(tell('terminal.workspace_goes'));
  say(tell('terminal.no_way_back'));
  if (!readLines) {
    at.refuse(tell('terminal.erasure_to_confirm', { word: CONFIRMATION }));
    return null;
  }
  at.err(tell('terminal.type_to_erase', { word: CONFIRMATION }));
  for await (const line of readLines(at.interrupted)) return line.trim();
  say(tell('terminal.nothing_erased'));
  return null;
}

function sayDone(at: AtTerminal, { stores, remains }: Done): void {
  const { say, tell } = at;
  say(tell('terminal.erased'));
  for (const { name, rows } of stores) {
    const known = STORES.find((one) => one === name);
    const count =
      rows === null
        ? ''
        : `: ${tell(name.endsWith('.db') ? 'terminal.rows_number' : 'terminal.files_count', { count: rows })}`;
    say(`  ${known === undefined ? name : tell(`store.${known}`)}${count}`);
  }
  say(tell('terminal.rows_count'));
  sayRemains(at, remains);
}

function sayRemains({ say, tell }: AtTerminal, remains: Done['remains']): void {
  if (remains.length > 0) say(tell('terminal.still_there'));
  for (const { what, why, how } of remains) {
    say(`  ${what}`);
    say(`    ${why} ${how}`);
  }
}

/** Where the connection was lost, the next engine tells. `before` is the erasure before this one: it says nothing of it. */
async function outcomeOf({ attachedOrOwn, interrupted }: AtTerminal, before: string | null): Promise<Done> {
  for (;;) {
    const engine = await attachedOrOwn();
    try {
      const { erasure } = await engine.client['data.erasure']({ signal: interrupted });
      if (!erasure || erasure.erasureId === before) throw new NotBegun();
      if (erasure.status === 'completed') return erasure;
      if (erasure.status === 'incomplete') throw new Incomplete(erasure.remains);
    } finally {
      await engine.close();
    }
    await pause(ASK_MS, null, { signal: interrupted });
  }
}

class Incomplete extends Error {
  readonly remains: Done['remains'];

  constructor(remains: Done['remains']) {
    super('the erasure is incomplete');
    this.remains = remains;
  }
}

/** The engine went away before it was on disk that the erasure happens. */
class NotBegun extends Error {}

const incompleteIn = (error: unknown): Done['remains'] | null =>
  error instanceof ProblemError && error.problem.code === 'erasure_incomplete'
    ? ((error.problem['remains'] as Done['remains'] | undefined) ?? [])
    : null;

const namesIn = (error: unknown): readonly string[] =>
  error instanceof ProblemError && error.problem.code === 'unknown_entries'
    ? ((error.problem['names'] as readonly string[] | undefined) ?? [])
    : [];
