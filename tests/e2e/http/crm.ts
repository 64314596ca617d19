import { startTestEngine } from '../../harness/in-process-engine.ts';
import { expect } from '@jest/globals';
import { ScriptedModel, type Step } from '../../doubles/scripted-model.ts';

const engines: { stop(): Promise<void> }[] = [];

export async function stopAll(): Promise<void> {
  for (const engine of engines.splice(0)) await engine.stop();
}

/** An engine to keep contacts in; with `turns`, its model plays them. */
export async function started(turns?: readonly (readonly Step[])[]) {
  const engine = await startTestEngine(turns ? { model: new ScriptedModel(turns) } : {});
  engines.push(engine);
  const send = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${engine.baseUrl}/api${path}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    });
    const said = await answer.text();
    return { status: answer.status, body: said === '' ? null : JSON.parse(said) };
  };
  const text = async (path: string) => await (await fetch(`${engine.baseUrl}/api${path}`)).text();
  const add = async (name: string, more: object = {}): Promise<string> => {
    const { status, body } = await send('POST', '/crm/contacts', { name, ...more });
    expect([name, status, body.error]).toEqual([name, 201, undefined]);
    return body.contactId;
  };
  const names = async (query: string): Promise<readonly string[]> => {
    const { body } = await send('GET', `/crm/contacts${query}`);
    return body.contacts.map(({ name }: { name: string }) => name);
  };
  return { engine, send, add, text, names };
}
