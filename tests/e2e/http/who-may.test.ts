import { beforeAll, expect, test } from '@jest/globals';
import { carryOut } from '../../../src/adapters/in/http/carry-out.ts';
import { socketRows } from '../../../src/contract/http/rows.ts';
import { toProblem } from '../../../src/contract/problem.ts';
import type { AnyHttpRow, Door } from '../../../src/contract/row.ts';
import { proofOfOwner, scopes, type Proof, type Scope } from '../../../src/core/trust/people/model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { validator } from '../../harness/graph.ts';
import { askingWith, planted, proofOf } from '../../harness/people.ts';
import { verifies } from '../../spec/verifies.ts';
import { refuses } from './problems.ts';

/** Who may ask for each route, and what a token needs for it. A new route is a new line here. */
const LINES: Readonly<Record<string, readonly (readonly [operation: string, needs: Scope | null])[]>> = {
  open: [
    ['health.get', null],
    ['health.getUnderApi', null],
    ['login.end', null],
    ['login.invitation', null],
    ['login.link', null],
    ['login.oidc', null],
    ['login.oidcFinish', null],
    ['login.passkey', null],
    ['login.passkeyOptions', null],
    ['login.ways', null],
    ['login.open', null],
    ['login.state', null],
    ['migration.chunk', null],
    ['migration.complete', null],
    ['migration.handshake', null],
    ['migration.manifest', null],
    ['migration.restore', null],
  ],
  owner: [
    ['google.oauth-url', 'manage'],
    ['google.claim-managed', 'manage'],
    ['google.fetch-backup', 'manage'],
    ['people.files', 'read'],
    ['toolServer.accessChanges', 'read'],
    ['tool-servers.list', 'manage'],
    ['tool-servers.get', 'manage'],
    ['tool-servers.add', 'manage'],
    ['tool-servers.add-command', 'manage'],
    ['tool-servers.remove', 'manage'],
    ['tool-servers.test', 'manage'],
    ['tool-servers.signIn', 'manage'],
    ['tool-servers.useToken', 'manage'],
    ['tool-servers.signOut', 'manage'],
    ['tool-servers.accept', 'manage'],
    ['apis.remove', 'manage'],
    ['apis.save', 'manage'],
    ['auth.token', 'manage'],
    ['backups.archive', 'manage'],
    ['backups.create', 'manage'],
    ['backups.delete', 'manage'],
    ['backups.drill', 'manage'],
    ['backups.events', 'manage'],
    ['backups.get', 'manage'],
    ['backups.list', 'manage'],
    ['backups.receive', 'manage'],
    ['backups.restore', 'manage'],
    ['backups.restored', 'manage'],
    ['backups.upload', 'manage'],
    ['backups.verify', 'manage'],
    ['config.get', 'read'],
    ['config.set', 'manage'],
    ['data.erase', 'manage'],
    ['data.erasure', 'manage'],
    ['export.data', 'manage'],
    ['export.import', 'manage'],
    ['export.progress', 'manage'],
    ['google.auth', 'manage'],
    ['google.backups', 'manage'],
    ['google.cancel', 'manage'],
    ['google.disconnect', 'manage'],
    ['google.reload', 'manage'],
    ['google.revoke', 'manage'],
    ['google.status', 'manage'],
    ['metrics.get', 'read'],
    ['metrics.prometheus', 'read'],
    ['migration.accept', 'manage'],
    ['migration.export', 'manage'],
    ['migration.preview', 'manage'],
    ['migration.stop', 'manage'],
    ['history.others', 'manage'],
    ['people.invitations', 'manage'],
    ['people.invite', 'manage'],
    ['people.link', 'manage'],
    ['people.remove', 'manage'],
    ['people.set', 'manage'],
    ['people.withdraw', 'manage'],
    ['providers.local', 'manage'],
    ['providers.models', 'manage'],
    ['providers.test', 'manage'],
    ['search.checkSearxng', 'manage'],

    ['secrets.status', 'manage'],
    ['vault.key', 'manage'],
    ['vault.rotate', 'manage'],
  ],
  starter: [
    ['assistants.add', 'manage'],
    ['assistants.delete', 'manage'],
    ['assistants.get', 'read'],
    ['assistants.list', 'read'],
    ['assistants.set', 'manage'],
    ['handovers.accept', 'manage'],
    ['handovers.end', 'manage'],
    ['handovers.list', 'read'],
    ['threads.handOver', 'manage'],
    ['triggers.handOver', 'manage'],
    ['workflows.handOver', 'manage'],
    ['secrets.delete', 'manage'],
    ['secrets.list', 'manage'],
    ['secrets.put', 'manage'],
    ['past.conversations', 'read'],
    ['past.list', 'read'],
    ['past.progress', 'read'],
    ['past.read', 'manage'],
    ['past.run', 'manage'],
    ['folders.list', 'read'],
    ['folders.place', 'manage'],
    ['threads.tools', 'read'],
    ['threads.markdown', 'read'],
    ['threads.show', 'manage'],
    ['threads.undo-part', 'run'],
    ['threads.secret-saved', 'run'],
    ['prompts.secret-saved', 'run'],
    ['artifacts.delete', 'manage'],
    ['artifacts.get', 'read'],
    ['artifacts.list', 'read'],
    ['artifacts.save', 'manage'],
    ['artifacts.share', 'manage'],
    ['batches.get', 'read'],
    ['batches.submit', 'run'],
    ['changesets.get', 'read'],
    ['changesets.list', 'read'],
    ['changesets.review', 'manage'],
    ['consents.allow', 'manage'],
    ['consents.list', 'read'],
    ['consents.revoke', 'manage'],
    ['deletedFiles.list', 'read'],
    ['deletedFiles.purge', 'manage'],
    ['deletedFiles.restore', 'manage'],
    ['history.dailyCost', 'read'],
    ['history.run', 'read'],
    ['history.runs', 'read'],
    ['history.starters', 'read'],
    ['history.stats', 'read'],
    ['history.toolCalls', 'read'],
    ['memory.append', 'manage'],
    ['memory.delete', 'manage'],
    ['memory.edit', 'manage'],
    ['memory.editEntry', 'manage'],
    ['memory.entries', 'read'],
    ['memory.entry', 'read'],
    ['memory.entryRuns', 'read'],
    ['memory.eraseEntry', 'manage'],
    ['memory.forgetEntry', 'manage'],
    ['memory.namespaces', 'read'],
    ['memory.read', 'read'],
    ['memory.replace', 'manage'],
    ['memory.restoreEntry', 'manage'],
    ['memory.search', 'read'],
    ['notices.dismiss', 'manage'],
    ['notices.list', 'read'],
    ['prompts.list', 'read'],
    ['prompts.pending', 'read'],
    ['prompts.reply', 'run'],
    ['queue.add', 'run'],
    ['queue.get', 'read'],
    ['queue.remove', 'run'],
    ['queue.resume', 'run'],
    ['replays.list', 'read'],
    ['replays.start', 'run'],
    ['running.list', 'read'],
    ['runs.abort', 'run'],
    ['runs.compact', 'run'],
    ['runs.compare', 'read'],
    ['runs.events', 'read'],
    ['runs.memories', 'read'],
    ['runs.start', 'run'],
    ['runs.stop', 'run'],
    ['runs.timeline', 'read'],
    ['sessions.create', 'run'],
    ['sessions.delete', 'run'],
    ['tags.list', 'read'],
    ['tags.set', 'manage'],
    ['tasks.complete', 'run'],
    ['tasks.create', 'run'],
    ['tasks.delete', 'manage'],
    ['tasks.get', 'read'],
    ['tasks.list', 'read'],
    ['tasks.set', 'manage'],
    ['threads.abort', 'run'],
    ['threads.changeset', 'read'],
    ['threads.debugExport', 'read'],
    ['threads.delete', 'manage'],
    ['threads.events', 'read'],
    ['threads.fork', 'run'],
    ['threads.get', 'read'],
    ['threads.list', 'read'],
    ['threads.messages', 'read'],
    ['threads.reply', 'run'],
    ['threads.review', 'run'],
    ['insights.patterns', 'read'],
    ['insights.threads', 'read'],
    ['threads.search', 'read'],
    ['threads.seen', 'run'],
    ['threads.set', 'manage'],
    ['toolRuns.list', 'read'],
    ['faces.aside', 'run'],
    ['faces.begin', 'run'],
    ['faces.events', 'run'],
    ['faces.waits', 'run'],
    ['toolServer.abort', 'run'],
    ['toolServer.admit', 'run'],
    ['toolServer.file', 'read'],
    ['toolServer.index', 'read'],
    ['toolServer.poll', 'read'],
    ['toolServer.reply', 'run'],
    ['toolServer.reset', 'run'],
    ['toolServer.start', 'run'],
    ['triggers.create', 'manage'],
    ['triggers.delete', 'manage'],
    ['triggers.get', 'read'],
    ['triggers.run', 'run'],
    ['triggers.runs', 'read'],
    ['triggers.set', 'manage'],
    ['triggers.test', 'run'],
    ['workflows.definition', 'read'],
    ['workflows.definitions', 'read'],
    ['workflows.delete', 'manage'],
    ['workflows.events', 'read'],
    ['workflows.get', 'read'],
    ['workflows.list', 'read'],
    ['workflows.remove', 'manage'],
    ['workflows.retry', 'run'],
    ['workflows.save', 'manage'],
    ['workflows.start', 'run'],
    ['workflows.stats.cost', 'read'],
    ['workflows.stats.steps', 'read'],
    ['workflows.steps', 'read'],
  ],
  person: [
    ['tools.list', 'read'],
    ['faces.profiles', 'run'],
    ['files.save', 'manage'],
    ['files.upload', 'manage'],
    ['apis.get', 'read'],
    ['apis.list', 'read'],
    ['attachments.upload', 'run'],
    ['contacts.add', 'manage'],
    ['contacts.edit', 'manage'],
    ['contacts.export', 'read'],
    ['contacts.get', 'read'],
    ['contacts.import', 'manage'],
    ['contacts.imports', 'read'],
    ['contacts.interactions', 'read'],
    ['contacts.list', 'read'],
    ['contacts.log', 'manage'],
    ['contacts.previewImport', 'manage'],
    ['contacts.remove', 'manage'],
    ['contacts.rollbackImport', 'manage'],
    ['contacts.stats', 'read'],
    ['contacts.timeline', 'read'],
    ['contacts.unlog', 'manage'],
    ['contract.document', 'read'],
    ['datastore.change', 'manage'],
    ['datastore.collections', 'read'],
    ['datastore.create', 'manage'],
    ['datastore.delete', 'manage'],
    ['datastore.drop', 'manage'],
    ['datastore.export', 'read'],
    ['datastore.import', 'manage'],
    ['datastore.insert', 'manage'],
    ['datastore.query', 'read'],
    ['datastore.records', 'read'],
    ['datastore.update', 'manage'],
    ['deals.add', 'manage'],
    ['deals.edit', 'manage'],
    ['deals.list', 'read'],
    ['deals.ofContact', 'read'],
    ['deals.remove', 'manage'],
    ['engine.status', 'read'],
    ['files.delete', 'manage'],
    ['files.download', 'read'],
    ['files.list', 'read'],
    ['files.read', 'read'],
    ['graph.around', 'read'],
    ['graph.edit', 'manage'],
    ['graph.entities', 'read'],
    ['graph.entity', 'read'],
    ['graph.erase', 'manage'],
    ['graph.history', 'read'],
    ['graph.relate', 'manage'],
    ['graph.relations', 'read'],
    ['graph.save', 'manage'],
    ['graph.stats', 'read'],
    ['graph.unrelate', 'manage'],
    ['health.ready', 'read'],
    ['me.addPasskey', 'manage'],
    ['me.endSession', 'manage'],
    ['me.erase', 'manage'],
    ['me.export', 'read'],
    ['me.identities', 'read'],
    ['me.linkIdentity', 'manage'],
    ['me.linkIdentityFinish', 'manage'],
    ['me.passkeyOptions', 'manage'],
    ['me.passkeys', 'read'],
    ['me.removeIdentity', 'manage'],
    ['me.removePasskey', 'manage'],
    ['me.get', 'read'],
    ['me.handover', 'manage'],
    ['me.makeToken', 'manage'],
    ['me.removeToken', 'manage'],
    ['me.sessions', 'read'],
    ['me.setToken', 'manage'],
    ['me.tokens', 'read'],
    ['people.list', 'read'],
    ['merges.list', 'read'],
    ['merges.merge', 'manage'],
    ['merges.preview', 'read'],
    ['merges.rollback', 'manage'],
    ['speech.speak', 'run'],
    ['speech.transcribe', 'run'],
    ['tasks.stop', 'run'],
    ['triggers.draft', 'run'],
    ['triggers.list', 'read'],
    ['triggers.preview', 'run'],
    ['workflows.draft', 'run'],
  ],
};

let engine: TestEngine;
let member: Proof;
let disabled: Proof;
beforeAll(async () => {
  engine = await startTestEngine();
  member = proofOf((await planted(engine)).personId);
  disabled = proofOf((await planted(engine, { name: 'Bob', disabled: true })).personId);
});

const rows = Object.entries<AnyHttpRow>(socketRows);
const door: Door = {
  state: async () => ({ required: false, loggedIn: false }),
  logIn: async () => ({ required: false, loggedIn: false }),
  logOut: async () => undefined,
  visitor: async () => ({ address: null, network: null, browser: null, isSignedIn: false }),
  bind: () => '',
  bound: () => null,
  give: async () => undefined,
};

/** The status that the policy gives: 0 if it lets the request through. Nothing is carried out. */
async function admitted(operation: string, row: AnyHttpRow, proof: Proof | null): Promise<number> {
  const services = () => engine.engine.services;
  const deps = { services, duringRestore: services, validator, strict: false };
  const call = {
    params: {},
    query: {},
    headers: {},
    body: undefined,
    signal: new AbortController().signal,
    door,
    proof,
  };
  try {
    await carryOut(operation, row, call, deps, async () => null);
    return 0;
  } catch (error) {
    const { code, status } = toProblem(error, 'a');
    return ['not_signed_in', 'owner_only', 'scope_too_narrow'].includes(code) ? status : 0;
  }
}

test('the table has a line for each route, and no other', () => {
  const lines = Object.entries(LINES).flatMap(([who, all]) =>
    all.map(([operation]) => `${operation} ${who}`),
  );
  expect(lines.toSorted()).toEqual(rows.map(([operation, { who }]) => `${operation} ${who}`).toSorted());
});

test('what is answered without a token is open to everybody, and nothing else is', () => {
  for (const [operation, { who, open, withoutToken }] of rows)
    expect([operation, who === 'open']).toEqual([operation, open === true || withoutToken === true]);
});

const lines = Object.entries(LINES).flatMap(([who, all]) =>
  all.map(([operation, needs]) => [operation, who, needs] as const),
);
const rowOf = (operation: string) => (socketRows as Readonly<Record<string, AnyHttpRow>>)[operation]!;

verifies(
  ['people.rows', 'people.owner-only'],
  'each route for owner, member, disabled person and no one',
  async () => {
    for (const [operation, who] of lines) {
      const row = rowOf(operation);
      const askers = [proofOfOwner('token'), member, disabled, null];
      const statuses = await Promise.all(askers.map((proof) => admitted(operation, row, proof)));
      const expected =
        who === 'open' ? [0, 0, 0, 0] : who === 'owner' ? [0, 403, 401, 401] : [0, 0, 401, 401];
      expect([operation, ...statuses]).toEqual([operation, ...expected]);
    }
  },
);

verifies('people.scopes', 'each route with each scope alone', async () => {
  for (const [operation, , needs] of lines) {
    const row = rowOf(operation);
    const having = await Promise.all(
      scopes.map(async (scope) => {
        const proof: Proof = { ...proofOfOwner('token'), scopes: [scope] };
        return (await admitted(operation, row, proof)) === 0 ? scope : null;
      }),
    );
    expect([operation, having.filter((scope) => scope !== null)]).toEqual([
      operation,
      needs === null ? scopes : [needs],
    ]);
  }
});

verifies(
  'people.me',
  'the owner over a port that asks nobody, over the private way, and a member',
  async () => {
    const { services } = engine.engine;
    const owner = {
      personId: services.people.owner,
      name: null,
      role: 'owner',
      disabled: false,
      dailyLimitUsd: null,
    };
    expect(await engine.client['me.get']()).toMatchObject({
      ...owner,
      signedIn: 'open',
      scopes: ['read', 'run', 'manage'],
    });
    expect(await askingWith(engine, proofOfOwner('files'))['me.get']()).toMatchObject({
      ...owner,
      signedIn: 'files',
    });
    expect(await askingWith(engine, member)['me.get']()).toMatchObject({
      name: 'Ada',
      role: 'member',
      dailyLimitUsd: 1,
    });
    await refuses(askingWith(engine, disabled)['me.get'](), { status: 401, code: 'not_signed_in' });
    await refuses(askingWith(engine, null)['me.get'](), { status: 401, code: 'not_signed_in' });
    await refuses(askingWith(engine, member)['vault.key'](), { status: 403, code: 'owner_only' });
  },
);

verifies('people.owner', 'the same after a restart, and never a second one', async () => {
  const first = await startTestEngine({ isFirstStart: true });
  const { owner } = first.engine.services.people;
  await expect(planted(first, { role: 'owner' })).rejects.toThrow();
  await first.stop();
  const next = await startTestEngine({ dataDir: first.dataDir });
  expect((await next.client['me.get']()).personId).toBe(owner);
});
