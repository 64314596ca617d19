import { engine } from '../engine/client.ts';

export const hostsIn = (text: string): readonly string[] =>
  text.split(/[\s,]+/u).filter((host) => host !== '');

/** @param hosts separated by commas or spaces @throws ProblemError with the engine's sentence, also for a bad name */
export async function storeSecret(name: string, value: string, hosts: string): Promise<void> {
  await engine['secrets.put']({ params: { name }, body: { value, hosts: [...hostsIn(hosts)] } });
}
