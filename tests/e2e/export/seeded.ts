import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Seeding {
  readonly baseUrl: string;
  readonly dataDir: string;
}

/** Puts something into the stores of an engine, as its owner would. @returns the value of a secret */
export async function seeded({ baseUrl, dataDir }: Seeding): Promise<string> {
  const send = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${baseUrl}/api${path}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    });
    const said = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${said}`);
    return (said.startsWith('{') ? JSON.parse(said) : {}) as Record<string, string>;
  };
  mkdirSync(join(dataDir, 'workspace', 'notes', 'empty'), { recursive: true });
  writeFileSync(join(dataDir, 'workspace', 'notes', 'zoë.md'), '# Notes\n', { mode: 0o640 });
  writeFileSync(join(dataDir, 'workspace', 'run.sh'), '#!/bin/sh\n', { mode: 0o755 });
  writeFileSync(join(dataDir, 'workspace', 'bytes.bin'), Buffer.from([0, 255, 254, 1]));
  for (const name of ['back\\slash.txt', 'back%5Cslash.txt', 'back%255Cslash.txt'])
    writeFileSync(join(dataDir, 'workspace', name), name);

  const { sessionId, threadId } = await send('POST', '/sessions', {});
  for (const task of ['Say hello — “quoted” \u0000 and \\ odd', 'And again'])
    await send('POST', `/sessions/${sessionId}/run`, { task });
  await send('POST', '/assistants', {
    name: 'Übersetzer',
    instructions: 'Say “du”.\nTranslate.',
    tools: { google: false },
  });
  await send('POST', '/sessions', { assistant: 'übersetzer' });
  await send('PUT', `/threads/${threadId}/tags`, { tags: ['home', 'größe'] });
  await send('PATCH', `/threads/${threadId}`, {
    instructions: 'Say “du”.\nMetric units.',
    tools: { google: false, 'server:hub': true },
  });
  await send('POST', `/sessions/${sessionId}/run`, { task: 'Once more' });
  await send('POST', `/threads/${threadId}/fork`, {});
  await send('PUT', '/memory/knowledge', { content: 'The sky is blue.\nThe sea is deep.' });
  await send('PUT', '/memory/knowledge', {
    content: 'The sky is grey.\nThe sea is deep.\nZoë Ward lives in Paris.',
  });

  // More than what is sent at once.
  const lines = Array.from(
    { length: 800 },
    (_, index) => `Way ${index} works, as was found out ${'often '.repeat(8)}.`,
  );
  await send('PUT', '/memory/methods', { content: lines.join('\n') });

  const { contactId: zoe } = await send('POST', '/crm/contacts', {
    name: 'Zoë Ward',
    email: 'zoe@example.org',
  });
  const { contactId: ward } = await send('POST', '/crm/contacts', {
    name: 'Z. Ward',
    phone: '+43 1 234567',
    isNew: true,
  });
  await send('POST', `/crm/contacts/${zoe}/interactions`, { type: 'call', summary: 'She called.' });
  await send('POST', '/crm/deals', { title: 'Été', contact: zoe, value: 1200.5, currency: 'EUR' });
  const { entityId: firm } = await send('POST', '/kg/entities', {
    kind: 'organization',
    name: 'Ward & Co',
    isNew: true,
  });
  await send('POST', '/kg/relations', { kind: 'works_at', from: zoe, to: firm });
  await send('POST', '/merges', { merged: ward, kept: zoe });
  const { entityId: gone } = await send('POST', '/kg/entities', {
    kind: 'topic',
    name: 'Passing',
    isNew: true,
  });
  await send('DELETE', `/kg/entities/${gone}`);

  const columns = [
    { name: 'who', type: 'subject' },
    { name: 'what', type: 'string', isUnique: true },
    { name: 'count', type: 'number' },
    { name: 'on', type: 'date', isEventTime: true },
    { name: 'ok', type: 'boolean' },
    { name: 'more', type: 'json' },
    { name: 'old', type: 'string' },
  ];
  await send('POST', '/datastore/collections', { name: 'visits', description: null, columns });
  const rows = [
    { who: zoe, what: 'tea', count: 1.5, on: '2026-11-24', ok: true, more: { a: [1, null, 'x'] }, old: 'x' },
    { what: 'cake', count: -2, ok: false, more: [], old: 'y' },
  ];
  await send('POST', '/datastore/visits/records', { records: rows });
  await send('PATCH', '/datastore/collections/visits', { remove: ['old'] });
  await send('POST', '/datastore/collections', { name: 'gone', columns: [{ name: 'a', type: 'string' }] });
  await send('POST', '/datastore/gone/records', { records: [{ a: '1' }] });
  await send('DELETE', '/datastore/collections/gone?records=1');

  const { artifactId } = await send('POST', '/artifacts', { title: 'Report', content: '# One' });
  await send('POST', '/artifacts', { artifactId, content: '# Two — “ü”' });
  const { taskId } = await send('POST', '/tasks', {
    title: 'Buy Milk',
    tags: ['shop', 'home'],
    priority: 'high',
  });
  await send('POST', '/tasks', { title: 'Oat milk', parentId: taskId, dueAt: '2027-01-31T09:00:00.000Z' });
  await send('POST', '/triggers', {
    kind: 'reminder',
    title: 'Tea',
    effect: 'notify',
    schedule: '0 9 * * *',
    timeZone: 'Europe/Berlin',
  });
  await send('POST', '/workflow-definitions', { name: 'W', steps: [{ stepId: 'a', task: 'Look' }] });
  await send('PUT', '/config', { default_tier: 'deep', api_key: 'the-key-of-the-model-0001' });
  mkdirSync(join(dataDir, 'apis'), { recursive: true });
  const value = 'sk-needle-4711-abcdefgh/+ü';
  await send('PUT', '/secrets/SHOP', { value, hosts: ['shop.example'] });
  await send('POST', '/crm/contacts', { name: `Max ${value}`, isNew: true }).catch(() => undefined);
  return value;
}
