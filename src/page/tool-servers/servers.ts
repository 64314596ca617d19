import { computed, signal } from '@preact/signals';
import { engine, type Answer } from '../engine/client.ts';
import { statusOf, told } from '../engine/failure.ts';
import { isMember } from '../engine/me.ts';

export type ListedServer = Answer<'tool-servers.list'>['servers'][number];
export type ListedTool = ListedServer['tools'][number];

/** In the order of the configuration; null until they were read. */
export const toolServers = signal<readonly ListedServer[] | null>(null);
/** Why they could not be read, in words. */
export const unread = signal('');

const isWaiting = ({ state }: Pick<ListedTool, 'state'>): boolean => state === 'changed' || state === 'new';

/** The tools that the agent may use once the person accepts them. */
export const toAccept = <Tool extends Pick<ListedTool, 'state'>>(tools: readonly Tool[]): readonly Tool[] =>
  tools.filter(isWaiting);

/** How many tools of all servers wait to be accepted. */
export const toAcceptCount = computed(() =>
  (toolServers.value ?? []).reduce((sum, { tools }) => sum + toAccept(tools).length, 0),
);

/** Reads how all servers stand. Definitions are read only for the server that is open. */
export async function readToolServers(): Promise<void> {
  // They are the owner's.
  if (isMember.value) return;
  try {
    const { servers } = await engine['tool-servers.list']();
    toolServers.value = servers.map((now) => withReason(now, toolServers.peek()));
    unread.value = '';
  } catch (error) {
    // That the engine is away is said above everything; this is read again when it is back.
    if (statusOf(error) !== null) unread.value = told(error);
  }
}

/** While a lost server is tried again, the reason stays in sight. */
function withReason(now: ListedServer, before: readonly ListedServer[] | null): ListedServer {
  if (now.state !== 'connecting') return now;
  const known = before?.find(({ name }) => name === now.name);
  return known === undefined || known.place !== now.place ? now : { ...now, problem: known.problem };
}
