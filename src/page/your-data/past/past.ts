import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { engine, type Answer } from '../../engine/client.ts';
import { codeOf, told } from '../../engine/failure.ts';
import { watchSending } from '../../engine/watched-body.ts';
import { isReadable, type Given } from '../../parts/dropping.ts';
import { yourDataWords } from '#words/your-data.ts';

const said = yourDataWords.past;

export type Imported = Answer<'past.list'>['imports'][number];
export type Listed = Answer<'past.conversations'>['conversations'][number];
export type Failed = Answer<'past.progress'>['failed'][number];

/** The engine's limit. */
const MOST_BYTES = 4 * 1024 ** 3;

/** The file that is on its way, with how much of it is sent, from 0 to 1; null: none. It goes on while another area is shown. */
export const sending = signal<{ readonly name: string; readonly share: number } | null>(null);
/** What went wrong, in words. */
export const wrong = signal('');
/** The upload was stopped by the person. */
export const isStopped = signal(false);
/** The latest import that the engine remembers; null: none. */
export const latest = signal<Imported | null>(null);
/** What is in its file; null until that is known. */
export const listed = signal<readonly Listed[] | null>(null);
/** What could not be stored. */
export const failed = signal<readonly Failed[]>([]);
/** The ids there of those that are to stay away. */
export const unchosen = signal<ReadonlySet<string>>(new Set());

/** Those that may come. */
export const open: ReadonlySignal<readonly Listed[]> = computed(() =>
  (listed.value ?? []).filter(({ state, threadId }) => state === 'new' && threadId === null),
);

export const chosen: ReadonlySignal<readonly Listed[]> = computed(() =>
  open.value.filter(({ sourceId }) => !unchosen.value.has(sourceId ?? '')),
);

export function choose(ones: readonly Listed[], isWanted: boolean): void {
  const next = new Set(unchosen.peek());
  for (const { sourceId } of ones)
    if (isWanted) next.delete(sourceId ?? '');
    else next.add(sourceId ?? '');
  unchosen.value = next;
}

let upload: AbortController | null = null;

/** Sends a file and reads what it would bring. Never rejects. */
export async function send({ name, content }: Given): Promise<void> {
  if (sending.peek() !== null) return;
  isStopped.value = false;
  wrong.value = content.size > MOST_BYTES ? said.tooLarge : '';
  if (wrong.peek() !== '') return;
  upload = new AbortController();
  const { signal: stopped } = upload;
  sending.value = { name, share: 0 };
  // The same file may be sent twice: each upload is watched on its own.
  const body = content.slice();
  watchSending(body, (share) => {
    if (sending.peek() !== null) sending.value = { name, share };
  });
  try {
    const { importId, kind, conversations, willBring, alreadyHere } = await engine['past.read']({
      body,
      signal: stopped,
    });
    const createdAt = new Date().toISOString();
    show({ importId, kind, createdAt, willBring, alreadyHere, state: 'read', brought: 0 });
    listed.value = conversations;
  } catch (error) {
    if (stopped.aborted) isStopped.value = true;
    else wrong.value = (await isReadable(content)) ? told(error) : said.unreadable;
  } finally {
    sending.value = null;
  }
}

export const stopSending = (): void => upload?.abort();

function show(next: Imported | null): void {
  if (next?.importId !== latest.peek()?.importId) {
    listed.value = null;
    failed.value = [];
    unchosen.value = new Set();
  }
  latest.value = next;
}

/** Begins to bring those that are chosen. Never rejects. */
export async function bring(): Promise<void> {
  const one = latest.peek();
  if (one === null) return;
  wrong.value = '';
  const ids = chosen.peek().flatMap(({ sourceId }) => sourceId ?? []);
  const isAll = ids.length === open.peek().length;
  try {
    const now = await engine['past.run']({
      params: { id: one.importId },
      body: isAll ? {} : { conversations: ids },
    });
    latest.value = { ...one, ...withoutFailed(now) };
  } catch (error) {
    wrong.value = told(error);
    await look();
  }
}

const withoutFailed = ({ state, brought, willBring }: Answer<'past.progress'>) => ({
  state,
  brought,
  willBring,
});

/** Asks how far the latest import is, and what is in it. Never rejects: that the engine is away is said above everything. */
export async function look(): Promise<void> {
  try {
    const before = latest.peek();
    if (before?.state === 'running') await lookAt(before);
    else if (sending.peek() === null) {
      const { imports } = await engine['past.list']();
      if (sending.peek() !== null) return;
      show(imports[0] ?? null);
    }
    const now = latest.peek();
    if (now === null || now.state === 'running' || (listed.peek() !== null && before?.state === now.state))
      return;
    const { importId: id } = now;
    const found = await engine['past.conversations']({ params: { id } });
    const progress = now.state === 'read' ? null : await engine['past.progress']({ params: { id } });
    if (latest.peek()?.importId !== id) return;
    listed.value = found.conversations;
    failed.value = progress?.failed ?? [];
  } catch {
    // It is asked again.
  }
}

async function lookAt(one: Imported): Promise<void> {
  try {
    latest.value = {
      ...one,
      ...withoutFailed(await engine['past.progress']({ params: { id: one.importId } })),
    };
  } catch (error) {
    // The engine was restarted meanwhile: what came is there, but it remembers nothing of it.
    if (codeOf(error) !== 'import_gone') throw error;
    wrong.value = told(error);
    show(null);
  }
}
