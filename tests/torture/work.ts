// What a client does in a kill sweep, and what was acknowledged before the engine died.
import { nothingYet, play, type Acknowledged } from '../e2e/crash/client.ts';
import type { Started } from './lab.ts';

export const OLD = { memory: 'The sky is blue.\nWater is wet.', title: 'old title', days: 11 } as const;
export const NEW = {
  memory: 'The sky is grey today.\nWater is wet.\nGrass is green.',
  appended: 'Snow is white.',
  title: 'new title',
  secret: 'NEW_KEY',
  days: 22,
} as const;

export interface Said {
  readonly run: Acknowledged;
  memory: boolean;
  appended: boolean;
  config: boolean;
  title: boolean;
  secret: boolean;
  token: string | null;
}

export const nothingSaid = (): Said => ({
  run: nothingYet(),
  memory: false,
  appended: false,
  config: false,
  title: false,
  secret: false,
  token: null,
});

/** The state before the sweep, so that each kill point has an old state to compare with. */
export async function prepare({ client }: Started): Promise<void> {
  await client['memory.replace']({ params: { ns: 'knowledge' }, body: { content: OLD.memory } });
  await client['config.set']({ body: { backup_retention_days: OLD.days } });
  const { threadId } = await client['sessions.create']({ body: {} });
  await client['threads.set']({ params: { id: threadId }, body: { title: OLD.title } });
}

/** Writes by every path, until the engine dies. */
export async function work({ baseUrl, client }: Started, said: Said): Promise<void> {
  const { threads } = await client['threads.list']();
  const id = threads.find(({ title }) => title === OLD.title)?.threadId ?? '';
  await client['config.set']({ body: { backup_retention_days: NEW.days } });
  said.config = true;
  said.token = (await client['auth.token']()).token;
  await client['memory.replace']({ params: { ns: 'knowledge' }, body: { content: NEW.memory } });
  said.memory = true;
  await client['memory.append']({ params: { ns: 'knowledge' }, body: { text: NEW.appended } });
  said.appended = true;
  await client['threads.set']({ params: { id }, body: { title: NEW.title } });
  said.title = true;
  await client['secrets.put']({
    params: { name: NEW.secret },
    body: { value: 'a new value', hosts: ['a.example'] },
  });
  said.secret = true;
  await play(baseUrl, said.run);
}

/** The same for an engine that may die at any moment. */
export async function workUntilKilled(engine: Started, said: Said): Promise<void> {
  try {
    await work(engine, said);
  } catch (error) {
    // `fetch` throws when the other side is gone; any other error is a finding.
    if (!(error instanceof TypeError)) throw error;
  }
}
