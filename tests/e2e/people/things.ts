import { expect } from '@jest/globals';
import { batchId, entityId, noticeId, threadId } from '../../../src/core/kernel/ids.ts';
import { noUsage } from '../../../src/core/ports/model.ts';
import { databaseTokens, processTokens } from '../../../src/main/tokens.ts';
import { fail, text, toolCalls } from '../../doubles/scripted-model.ts';
import { until } from '../http/wire.ts';
import type { House, Inhabitant } from './house.ts';

/** The names and ids of what belongs to one, in whose texts their mark stands. */
export interface Things {
  readonly mark: string;
  readonly personId: string;
  /** A conversation in which two runs have ended, and whose changes wait. */
  readonly threadId: string;
  readonly sessionId: string;
  readonly runId: string;
  readonly otherRunId: string;
  readonly changedPath: string;
  readonly forkId: string;
  /** One whose run asks, with a task in its queue. */
  readonly askedThreadId: string;
  readonly askedSessionId: string;
  readonly askedRunId: string;
  readonly promptId: string;
  readonly queuedTaskId: string;
  readonly taskId: string;
  readonly triggerId: string;
  readonly workflowId: string;
  readonly workflowRunId: string;
  readonly artifactId: string;
  readonly handoverId: string;
  readonly entryId: string;
  /** What their agent keeps of somebody in the graph, and how they are related to what everybody sees. */
  readonly friendId: string;
  readonly relationId: string;
  readonly grantId: string;
  readonly noticeId: string;
  readonly filePath: string;
  readonly attachmentPath: string;
  readonly deletedFileId: string;
  readonly secretName: string;
  readonly tokenId: string;
  readonly signInId: string;
  readonly passkeyId: string;
  readonly subject: string;
  readonly toolRunId: string;
  readonly toolSessionId: string;
  readonly batchId: string;
  /** Only the owner has one. */
  readonly assistantId: string;
}

/** What everybody sees: a contact, and what hangs on it. */
export interface Common {
  readonly entityId: string;
  readonly contact: string;
}

export const CONTACT = 'Cora Lind';

export async function commonThings({
  owner: { client },
}: {
  readonly owner: Pick<Inhabitant, 'client'>;
}): Promise<Common> {
  const { entityId: id } = await client['contacts.add']({ body: { kind: 'person', name: CONTACT } });
  return { entityId: id, contact: CONTACT };
}

/**
 * Fills every store with things of this one.
 * @param more stands in the names of these, where there are some already
 */
export async function planted(
  house: Pick<House, 'engine' | 'runs'>,
  one: Inhabitant,
  common: Common,
  more = '',
): Promise<Things> {
  const { client, mark } = one;
  const named = `${mark}${more}`;
  const bytes = (said: string) => new TextEncoder().encode(said);
  const said = (what: string) => `${mark} ${what}`;

  const attachment = await client['attachments.upload']({
    query: { name: `${named}.txt` },
    body: bytes(said('attachment')),
  });
  const { entries } = await client['memory.append']({
    params: { ns: 'knowledge' },
    body: { text: said(`told the harvest to ${CONTACT}${more === '' ? '' : `, ${more}`}`) },
  });

  const session = await client['sessions.create']({ body: {} });
  const changedPath = `${named}.md`;
  const friend = `Friend ${named}`;
  house.runs.push([
    [text(said('begins')), toolCalls({ name: 'write_file', input: { path: changedPath, content: mark } })],
    [toolCalls({ name: 'recall', input: { query: 'harvest' } })],
    [
      toolCalls(
        { name: 'save_entity', input: { kind: 'person', name: friend, detail: { role: mark } } },
        {
          name: 'save_entity',
          input: {
            entity_id: common.entityId,
            aliases: [said('calls her')],
            detail: { email: `${named}@example.org`, description: mark },
          },
        },
      ),
    ],
    [toolCalls({ name: 'relate_entities', input: { from: friend, kind: 'knows', to: common.entityId } })],
    [text(said('has done it'))],
  ]);
  const ran = await client['runs.start']({
    params: { id: session.sessionId },
    body: { task: said('asks for the harvest'), attachments: [{ path: attachment.path }] },
    headers: { 'idempotency-key': 'the-same-key' },
  });
  for await (const _ of ran.events);
  house.runs.push([[fail('bad', { error: said('went wrong'), retryable: false })]]);
  const failed = await client['runs.start']({
    params: { id: session.sessionId },
    body: { task: said('asks again') },
  });
  for await (const _ of failed.events);
  const known = await client['graph.entity']({ params: { id: friend } });
  const ofThread = { params: { id: session.threadId } };
  await client['threads.set']({ ...ofThread, body: { title: mark, instructions: said('instructs') } });
  await client['tags.set']({ ...ofThread, body: { tags: [mark] } });
  await client['folders.place']({ body: { threadIds: [session.threadId], folder: mark } });
  const fork = await client['threads.fork']({ ...ofThread, body: {} });
  const runId = ran.runId ?? '';
  await client['replays.start']({ params: { runId }, body: {} });

  const asked = await client['sessions.create']({ body: {} });
  const options = [said('yes'), 'no'];
  house.runs.push([[toolCalls({ name: 'ask_user', input: { question: said('?'), options } })]]);
  const asking = await client['runs.start']({
    params: { id: asked.sessionId },
    body: { task: said('asks to be asked') },
  });
  let promptId = '';
  for await (const event of asking.events)
    if (event.type === 'prompt') {
      ({ promptId } = event.data);
      break;
    }
  const queued = await client['queue.add']({
    params: { id: asked.threadId },
    body: { task: said('queued') },
    headers: { 'idempotency-key': 'the-same-key' },
  });

  const task = await client['tasks.create']({
    body: { title: mark, description: said('describes'), tags: [mark] },
  });
  const trigger = await client['triggers.create']({
    body: { title: mark, schedule: '0 8 * * *', task: said('at eight') },
  });
  house.runs.push([[text(said('fired'))]]);
  await client['triggers.run']({ params: { id: trigger.triggerId } });
  const workflow = await client['workflows.save']({
    body: { name: mark, description: mark, steps: [{ stepId: 'look', task: said('step') }] },
  });
  await atRest(one);
  house.runs.push([[text(said('stepped'))]]);
  const started = await client['workflows.start']({
    params: { id: workflow.workflowId },
    body: {},
    headers: { 'idempotency-key': 'the-same-key' },
  });
  await atRest(one);
  const artifact = await client['artifacts.save']({
    body: { title: mark, type: 'markdown', description: mark, content: mark },
  });
  const consent = await client['consents.allow']({
    body: { class: 'send_outside', target: `${named}.example.org` },
  });

  const file = await client['files.upload']({ query: { name: `${named}-kept.txt` }, body: bytes(mark) });
  const gone = await client['files.upload']({ query: { name: `${named}-gone.txt` }, body: bytes(mark) });
  await client['files.delete']({ query: { path: gone.path } });
  const [deleted] = (await client['deletedFiles.list']()).deletedFiles;
  const secretName = `KEY_${named.replaceAll('-', '_').toUpperCase()}`;
  await client['secrets.put']({ params: { name: secretName }, body: { value: `Zk81-${mark}-4711-xyz` } });

  house.runs.push([[text(said('for the host'))]]);
  const hosted = await client['toolServer.start']({
    body: {
      principal: 'http',
      client: said('host'),
      task: said('from a host'),
      userContext: said('context'),
      files: [{ name: `${mark}.bin`, mimetype: 'application/octet-stream', data: btoa(mark) }],
      waits: 'poll',
      canAsk: true,
      stateDir: null,
    },
  });
  const batch = await client['batches.submit']({
    body: { principal: 'http', requests: [{ id: mark, task: said('of a batch') }] },
  });
  await atRest(one);

  const handoverId = house.engine.engine.get(processTokens.ids).next();
  const passkeyId = `${named}-passkey`;
  await house.engine.engine.get(databaseTokens.journal).commit([
    {
      change: 'batch.result',
      batchId: batchId(batch.batchId),
      place: 0,
      result: { status: 'succeeded', text: said('answer'), error: null, usage: noUsage, costUsd: 0 },
    },
    {
      change: 'batch.end',
      batchId: batchId(batch.batchId),
      state: 'ended',
      error: { code: 'x', error: 'x', retryable: false },
      endedAt: 1,
    },
    {
      change: 'notice.add',
      notice: {
        noticeId: noticeId(`${named}-notice`),
        personId: one.personId,
        kind: 'reminder',
        title: { text: mark, says: null },
        text: { text: mark, says: null },
        triggerId: null,
        workflowRunId: null,
        createdAt: 1,
      },
    },
    // To whom it is offered it is told: here to themself.
    {
      change: 'handover.offered',
      handover: {
        handoverId,
        kind: 'thread',
        thingId: fork.threadId,
        from: one.personId,
        to: one.personId,
        createdAt: 1,
      },
    },
    {
      change: 'passkey.added',
      passkey: {
        passkeyId,
        personId: one.personId,
        name: mark,
        publicKey: 'AA',
        counter: 0,
        transports: [],
        publicUrl: 'https://svc.example.test',
        createdAt: 1,
        lastUsedAt: null,
      },
    },
    {
      change: 'identity.added',
      identity: {
        issuer: `https://${mark}.example.org`,
        subject: named,
        personId: one.personId,
        createdAt: 1,
      },
    },
    {
      change: 'thread.link',
      threadId: threadId(session.threadId),
      entityId: entityId(common.entityId),
      at: 1,
    },
  ]);
  const assistant = await client['assistants.add']({
    body: { name: named, instructions: said('instructs it') },
  });
  const [signedIn] = (await client['me.sessions']()).sessions;

  const things: Things = {
    mark,
    personId: one.personId,
    threadId: session.threadId,
    sessionId: session.sessionId,
    runId,
    otherRunId: failed.runId ?? '',
    changedPath,
    forkId: fork.threadId,
    askedThreadId: asked.threadId,
    askedSessionId: asked.sessionId,
    askedRunId: asking.runId ?? '',
    promptId,
    queuedTaskId: queued.queuedTaskId,
    taskId: task.taskId,
    triggerId: trigger.triggerId,
    workflowId: workflow.workflowId,
    workflowRunId: started.workflowRunId,
    artifactId: artifact.artifactId,
    handoverId,
    entryId: entries[0]?.id ?? '',
    friendId: known.entityId,
    relationId: known.relations[0]?.relationId ?? '',
    grantId: consent.id,
    noticeId: `${named}-notice`,
    filePath: file.path,
    attachmentPath: attachment.path,
    deletedFileId: deleted?.deletedFileId ?? '',
    secretName,
    tokenId: one.tokenId ?? NONE,
    signInId: signedIn?.sessionId ?? NONE,
    passkeyId,
    subject: named,
    toolRunId: hosted.runId,
    toolSessionId: hosted.sessionId,
    batchId: batch.batchId,
    assistantId: assistant.assistantId,
  };
  expect(Object.entries(things).filter(([, value]) => value === '')).toEqual([]);
  return things;
}

/** Of what this one has not. */
const NONE = '01900000-0000-7000-8000-00000000cafe';

/** Resolves once nothing of this one is at work, but what waits for an answer. */
const atRest = ({ client, personId }: Inhabitant) =>
  until(`nothing of ${personId} is at work`, async () =>
    (await client['running.list']()).running.every(({ waiting }) => waiting),
  );

/** Things of the same shape that nobody has. */
export const nobodys = (of: Things): Things =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, unlike(value)])) as unknown as Things;

/** As long, and of the same kind: ids and names, and paths of them. */
const unlike = (value: string): string =>
  value
    .split('/')
    .map((name, at, { length }) => {
      if (UUID.test(name)) return `${name.slice(0, -12)}ffffffffffff`;
      if (at < length - 1) return name;
      return /^[\da-f]{12}$/u.test(name) ? 'f'.repeat(12) : name.replaceAll(/[a-z](?=\w)/giu, 'Z');
    })
    .join('/');

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;
