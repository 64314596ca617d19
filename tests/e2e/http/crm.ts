import { expect } from '@jest/globals';
import { ScriptedModel, type Step } from '../../doubles/scripted-model.ts';
import * as sending from './sending.ts';

/** An engine to keep contacts in; with `turns`, its model plays them. */
export async function started(turns?: readonly (readonly Step[])[]) {
  const { engine, send } = await sending.started(turns ? { model: new ScriptedModel(turns) } : {});
  const text = async (path: string) => (await send('GET', path)).text;
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
