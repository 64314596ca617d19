import { expect } from '@jest/globals';
import { ScriptedModel, type Step } from '../../doubles/scripted-model.ts';
import * as sending from './sending.ts';

/** An engine to keep contacts in; with `turns`, its model plays them. */
export async function started(turns?: readonly (readonly Step[])[]) {
  const { engine, send, get, code } = await sending.started(turns ? { model: new ScriptedModel(turns) } : {});
  const text = async (path: string) => (await send('GET', path)).text;
  const add = async (name: string, more: object = {}): Promise<string> => {
    const { status, body } = await send('POST', '/crm/contacts', { name, ...more });
    expect([name, status, body.error]).toEqual([name, 201, undefined]);
    return body.contactId;
  };
  const names = async (query: string): Promise<readonly string[]> => {
    const { contacts } = await get(`/crm/contacts${query}`);
    return contacts.map(({ name }: { name: string }) => name);
  };
  return { engine, send, get, code, add, text, names };
}
