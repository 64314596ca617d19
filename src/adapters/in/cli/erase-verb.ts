import type { Tell } from '../../../contract/words/says.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { EXIT } from '../../../contract/cli/command.ts';
import type { Verbs } from '../../../contract/cli/commands.ts';
import { ProblemError } from '../../../contract/client.ts';
import { storeInWords } from '../../../contract/store-words.ts';
import { isLostConnection, type Attached, type EngineClient } from './attach.ts';
import { onOneLine } from './terminal-text.ts';
import { withEngine } from './with-engine.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';

export interface EraseVerbDeps {
  readonly attachedOrOwn: () => Promise<Attached>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly tell: Tell;
  readonly readLines: ((stop: AbortSignal) => AsyncIterable<string>) | null;
  readonly interrupted: AbortSignal;
  readonly dataDir: string;
}

type Asked = Parameters<Verbs['erase']>[0];
type Done = Pick<Awaited<ReturnType<EngineClient['data.erase']>>, 'stores' | 'remains'>;

const WORD = 'DELETE_ALL_DATA';
/** Between two questions about an erasure in progress. */
const ASK_MS = 300;

/** `svc erase`: says what it will do, has a word typed, and waits for the end while the engine restarts. */
export function eraseVerb({
  attachedOrOwn,
  out,
  err,
  tell,
  readLines,
  interrupted,
  dataDir,
}: EraseVerbDeps): Verbs['erase'] {
  const say = (line: string) => err(`${onOneLine(line)}\n`);

  /** @returns the word that was typed; null where nothing was */
  async function confirmed({ confirm, keepBackups, workspace }: Asked): Promise<string | null> {
    if (confirm !== null) return confirm;
    say(tell(sayOf('terminal.erases_all', { dataDir })));
    say(keepBackups ? tell(sayOf('terminal.backups_stay')) : tell(sayOf('terminal.backups_go')));
    if (workspace) say(tell(sayOf('terminal.workspace_goes')));
    say(tell(sayOf('terminal.no_way_back')));
    if (!readLines) {
      say(`svc: ${tell(sayOf('terminal.erasure_to_confirm', { word: WORD }))}`);
      return null;
    }
    err(tell(sayOf('terminal.type_to_erase', { word: WORD })));
    for await (const line of readLines(interrupted)) return line.trim();
    say(tell(sayOf('terminal.nothing_erased')));
    return null;
  }

  function sayDone({ stores, remains }: Done): void {
    say(tell(sayOf('terminal.erased')));
    for (const { name, rows } of stores)
      say(
        `  ${storeInWords(name)}${rows === null ? '' : `: ${counted(rows, name.endsWith('.db') ? 'row' : 'file')}`}`,
      );
    say(tell(sayOf('terminal.rows_count')));
    sayRemains(remains);
  }

  function sayRemains(remains: Done['remains']): void {
    if (remains.length > 0) say(tell(sayOf('terminal.still_there')));
    for (const { what, why, how } of remains) {
      say(`  ${what}`);
      say(`    ${why} ${how}`);
    }
  }

  /** Where the connection was lost, the next engine tells. `before` is the erasure before this one: it says nothing of it. */
  async function outcomeOf(before: string | null): Promise<Done> {
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

  return async (asked) => {
    const word = await confirmed(asked);
    if (word === null) return EXIT.refused;
    if (word !== WORD) {
      say(`svc: ${tell(sayOf('terminal.not_the_word', { word: WORD }))}`);
      return EXIT.refused;
    }
    let isUndone = false;
    const ask = withEngine({
      attachedOrOwn,
      err,
      tell,
      whenGone: sayOf('gone.erasure'),
      whenRefused: {
        unknown_entries: (detail) =>
          detail.replace(
            'repeat the request with their names in "removeUnknown"',
            'repeat this with --remove-unknown and their names',
          ),
      },
    });
    const { keepBackups, workspace, removeUnknown, json } = asked;
    const body = { confirm: word, keepBackups, workspace, removeUnknown: [...removeUnknown] };
    const code = await ask(async ({ client }) => {
      const before = (await client['data.erasure']()).erasure?.erasureId ?? null;
      try {
        const done = await client['data.erase']({ body }).catch(async (error: unknown): Promise<Done> => {
          if (!isLostConnection(error)) throw error;
          return await outcomeOf(before);
        });
        if (json) out(`${JSON.stringify({ deleted: true, stores: done.stores, remains: done.remains })}\n`);
        else sayDone(done);
      } catch (error) {
        if (error instanceof NotBegun) {
          isUndone = true;
          say(`svc: ${tell(sayOf('terminal.gone_before_erasure'))}`);
          return;
        }
        const remains = error instanceof Incomplete ? error.remains : incompleteIn(error);
        if (remains === null) {
          for (const name of namesIn(error)) say(`  ${name}`);
          throw error;
        }
        isUndone = true;
        say(`svc: ${tell(sayOf('terminal.not_all_erased'))}`);
        sayRemains(remains);
      }
    });
    return isUndone ? EXIT.refused : code;
  };
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

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
