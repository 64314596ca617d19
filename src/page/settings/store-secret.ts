import { engine } from '../engine/client.ts';

/** Hosts that are separated by commas or spaces. */
export const hostsIn = (text: string): readonly string[] =>
  text.split(/[\s,]+/u).filter((host) => host !== '');

/** @throws ProblemError with the engine's sentence, also for a bad name */
export async function storeSecret(name: string, value: string, hosts: readonly string[]): Promise<void> {
  await engine['secrets.put']({ params: { name }, body: { value, hosts: [...hosts] } });
}
