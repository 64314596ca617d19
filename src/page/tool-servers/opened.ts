import { computed, signal } from '@preact/signals';
import { engine, type Answer } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { toAccept, toolServers, readToolServers, type ListedTool } from './servers.ts';

export type OpenServer = Answer<'tool-servers.get'>;
export type ServerTool = OpenServer['tools'][number];

/** The server that is open, with its tools as they are shown. */
export const opened = signal<OpenServer | null>(null);
/** The names of its tools in the order in which they are shown: a tool that was accepted stays where it is. */
export const order = signal<readonly string[]>([]);
/** What came of the last test. */
export const tested = signal('');
/** What went wrong last, in words, and with which tool; null if it was not one alone. */
export const wrong = signal<{ readonly text: string; readonly tool: string | null } | null>(null);
export const isTesting = signal(false);

/** How the open server stands now. */
export const standing = computed(() => toolServers.value?.find(({ name }) => name === opened.value?.name));

const isSame = (shown: readonly ListedTool[], now: readonly ListedTool[]): boolean =>
  shown.length === now.length &&
  shown.every((tool, nth) => {
    const other = now[nth];
    return tool.name === other?.name && tool.state === other.state && tool.digest === other.digest;
  });

/** Whether the server has other tools now than those shown. Of one that is not connected nothing is known. */
export const isOutdated = computed(() => {
  const [shown, now] = [opened.value, standing.value];
  return shown !== null && now?.state === 'connected' && !isSame(shown.tools, now.tools);
});

let wanted = '';

/** Reads the server of this name with its definitions. */
export async function open(name: string): Promise<void> {
  wanted = name;
  if (opened.peek()?.name !== name) {
    opened.value = null;
    wrong.value = null;
    tested.value = '';
  }
  await trying(null, async () => show(await engine['tool-servers.get']({ params: { name } })));
  if (isOutdated.peek()) await readToolServers();
}

/**
 * Shows the tools that the server has now; not while one of those shown waits to be accepted, because a person accepts
 * what they have read.
 */
export async function keepUpToDate(): Promise<void> {
  const shown = opened.peek();
  if (shown !== null && isOutdated.peek() && toAccept(shown.tools).length === 0) await open(shown.name);
}

export async function test(name: string, words: (server: OpenServer) => string): Promise<void> {
  isTesting.value = true;
  tested.value = '';
  await trying(null, async () => {
    const server = await engine['tool-servers.test']({ params: { name } });
    show(server);
    if (wanted === name) tested.value = words(server);
  });
  isTesting.value = false;
  await readToolServers();
}

/**
 * Accepts these tools as they are shown. If one of them has changed since, none is accepted, and all are shown as they are
 * now.
 */
export async function accept(name: string, tools: readonly ServerTool[]): Promise<boolean> {
  const shown = tools.map((tool) => ({ name: tool.name, ...(tool.digest ? { digest: tool.digest } : {}) }));
  const isAccepted = await trying(tools.length === 1 ? (shown[0]?.name ?? null) : null, async () => {
    opened.value = await engine['tool-servers.accept']({ params: { name }, body: { tools: shown } });
  });
  await readToolServers();
  if (!isAccepted && isOutdated.peek()) {
    const why = wrong.peek();
    await open(name);
    wrong.value = why;
  }
  return isAccepted;
}

export async function remove(name: string): Promise<boolean> {
  const isRemoved = await trying(null, async () => await engine['tool-servers.remove']({ params: { name } }));
  await readToolServers();
  return isRemoved;
}

/** Begins a login; the list then has the address to open. */
export async function signIn(name: string): Promise<void> {
  await trying(null, async () => await engine['tool-servers.signIn']({ params: { name } }));
  await readToolServers();
}

export async function signOut(name: string): Promise<void> {
  await trying(null, async () => await engine['tool-servers.signOut']({ params: { name } }));
  await readToolServers();
}

/** Those that wait come first. */
function show(server: OpenServer): void {
  if (wanted !== server.name) return;
  const waiting = toAccept(server.tools);
  order.value = [...new Set([...waiting, ...server.tools].map(({ name }) => name))];
  opened.value = server;
}

async function trying(tool: string | null, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    wrong.value = null;
    return true;
  } catch (error) {
    wrong.value = { text: told(error), tool };
    return false;
  }
}
