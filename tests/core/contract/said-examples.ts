import { quote, quoteValue } from '../../../src/core/kernel/quoted.ts';
import type { Quoted, QuotedValue, Says } from '../../../src/core/kernel/says.ts';
import type { AllProblems, AllSays } from '../../../src/contract/words/says.ts';

const [one, other]: readonly [Quoted, Quoted] = [quote('one'), quote('two words')];
const [value, otherValue]: readonly [QuotedValue, QuotedValue] = [
  quoteValue({ a: 'one' }, 100),
  quoteValue({ a: 'two', b: [1] }, 100),
];
const [says, otherSays]: readonly [Says, Says] = [
  { code: 'file.delete', facts: { path: one } },
  { code: 'file.delete', facts: { path: other } },
];
const [because, otherwise]: readonly [readonly Says[], readonly Says[]] = [
  [{ code: 'run.budget', facts: {} }],
  [{ code: 'run.loop', facts: {} }],
];
const [host, otherHost]: readonly [Says, Says] = [
  { code: 'place.host', facts: { host: 'a.example' } },
  { code: 'place.host', facts: { host: 'b.example' } },
];
const [monday, tuesday]: readonly [Says, Says] = [
  { code: 'days.of-week', facts: { weekdays: [0] } },
  { code: 'days.of-week', facts: { weekdays: [1] } },
];
const [january, may]: readonly [Says, Says] = [
  { code: 'months.only', facts: { months: [1] } },
  { code: 'months.only', facts: { months: [5] } },
];
const [send, use]: readonly [Says, Says] = [
  { code: 'may.send', facts: { hosts: [one] } },
  { code: 'may.use', facts: { tools: [other] } },
];
const given: Says = { code: 'workflow.given', facts: { name: 'topic', value } };
const cells = { rows: 1, isTyped: false, values: value };
const otherCells = { rows: 2, isTyped: true, values: otherValue };
const offers = [
  { kind: 'thread', name: one, title: other },
  { kind: 'workflow', name: null, title: one },
] as const;
const at = Date.UTC(2026, 4, 1, 7);
const later = Date.UTC(2026, 4, 2, 8);

/** For each code two examples, which have each fact differ; those of refusals are made of their types. */
export const examples: {
  readonly [Code in Exclude<keyof AllSays, keyof AllProblems>]: readonly [AllSays[Code], AllSays[Code]];
} = {
  text: [{ text: 'one' }, { text: 'two' }],
  'api.view': [{}, {}],
  'api.delete': [{ id: one }, { id: other }],
  'api.register': [
    { id: one, name: null, address: one },
    { id: other, name: one, address: null },
  ],
  'api.endpoints-from': [{ url: one }, { url: null }],
  'api.may-read': [{}, {}],
  'api.change': [
    { id: one, fields: ['name'] },
    { id: other, fields: ['name', 'notes'] },
  ],
  'api.address': [{ address: one }, { address: other }],
  'api.limits': [
    { limits: [], before: null },
    { limits: [{ code: 'api.limit', facts: { requests: 1, per: 'day' } }], before: [] },
  ],
  'api.limit': [
    { requests: 1, per: 'second' },
    { requests: 2, per: 'day' },
  ],
  'api.secrets': [
    { names: ['A'], host: null },
    { names: ['A', 'B'], host: 'a.example' },
  ],
  'api.field': [
    { field: 'name', texts: value },
    { field: 'notes', texts: otherValue },
  ],
  'api.field-becomes': [
    { field: 'name', before: one, after: one, isFromStart: true, isToEnd: true },
    { field: 'description', before: null, after: other, isFromStart: false, isToEnd: false },
  ],
  'api.list-becomes': [
    { field: 'notes', gone: [one], come: [one] },
    { field: 'avoid', gone: [], come: [one, other] },
  ],
  'api.list-reordered': [{ field: 'notes' }, { field: 'avoid' }],

  'cloud.read': [{}, {}],
  'cloud.fetch': [{ path: one }, { path: other }],
  'cloud.document-new': [
    { title: one, folder: null, text: one },
    { title: other, folder: one, text: other },
  ],
  'cloud.document-append': [
    { name: one, text: one },
    { name: other, text: other },
  ],
  'cloud.document-replace': [
    { name: one, find: one, text: one },
    { name: other, find: other, text: other },
  ],
  'cloud.file-new': [
    { name: one, folder: null, content: says },
    { name: other, folder: one, content: otherSays },
  ],
  'cloud.file-replace': [
    { name: one, content: says },
    { name: other, content: otherSays },
  ],
  'cloud.of-file': [{ path: one }, { path: other }],
  'cloud.of-text': [{ text: one }, { text: other }],
  'cloud.sheet-new': [
    { title: one, folder: null, ...cells },
    { title: other, folder: one, ...otherCells },
  ],
  'cloud.sheet-set': [
    { name: one, range: one, ...cells },
    { name: other, range: other, ...otherCells },
  ],
  'cloud.sheet-append': [
    { name: one, range: one, ...cells },
    { name: other, range: other, ...otherCells },
  ],
  'cloud.shared': [{ what: 'file' }, { what: 'folder' }],
  'cloud.of-others': [
    { what: 'file', owner: null },
    { what: 'folder', owner: one },
  ],
  'place.cloud': [
    { service: 'Google Drive', account: null, hasFormulas: false, only: one, id: 'a' },
    { service: 'Google Docs', account: one, hasFormulas: true, only: other, id: 'b' },
  ],

  'records.delete': [
    { count: 1, of: 3, collection: 'books', filter: value },
    { count: 2, of: 4, collection: 'films', filter: otherValue },
  ],

  'consent.question': [
    { agent: null, does: [says] },
    { agent: one, does: [says, otherSays] },
  ],
  'consent.tool-use': [{ tool: 'remember' }, { tool: 'forget' }],
  'consent.given': [
    { name: one, member: null, value },
    { name: other, member: one, value: otherValue },
  ],
  'consent.composed': [{}, {}],
  'consent.once': [{ lasts: false }, { lasts: true }],
  'consent.no': [{}, {}],
  'consent.place-in-thread': [
    { to: host, hours: 24 },
    { to: otherHost, hours: 12 },
  ],
  'consent.place': [
    { to: host, days: 90 },
    { to: otherHost, days: 30 },
  ],
  'consent.tool-in-thread': [
    { tool: one, hours: 24 },
    { tool: other, hours: 12 },
  ],
  'consent.tool': [
    { tool: one, days: 90 },
    { tool: other, days: 30 },
  ],
  'consent.server-in-thread': [{ hours: 24 }, { hours: 12 }],
  'place.host': [{ host: 'a.example' }, { host: 'http://a.example' }],

  'expectation.file': [
    { path: one, isChanged: false },
    { path: other, isChanged: true },
  ],
  'expectation.words': [{ text: one }, { text: other }],
  'expectation.pattern': [{ pattern: one }, { pattern: other }],
  'expectation.http': [
    { url: one, status: 200 },
    { url: other, status: 204 },
  ],
  'expectation.artifact': [{ type: null }, { type: 'markdown' }],
  'expectation.record': [
    { collection: 'books', filter: null },
    { collection: 'films', filter: value },
  ],

  'file.write': [
    { path: one, content: one, encoding: 'utf-8' },
    { path: other, content: other, encoding: 'base64' },
  ],
  'file.edit': [
    { path: one, before: one, after: one, isEverywhere: false },
    { path: other, before: other, after: other, isEverywhere: true },
  ],
  'file.delete': [{ path: one }, { path: other }],
  'file.move': [
    { from: one, to: one },
    { from: other, to: other },
  ],

  'merge.ask': [
    {
      kind: 'person',
      merged: one,
      mergedId: 'a',
      kept: one,
      keptId: 'b',
      relations: 1,
      memories: 2,
      rows: 3,
      rowsByKind: [],
      conversations: 4,
    },
    {
      kind: 'project',
      merged: other,
      mergedId: 'c',
      kept: other,
      keptId: 'd',
      relations: 5,
      memories: 6,
      rows: 7,
      rowsByKind: [{ code: 'merge.rows', facts: { kind: 'deals', count: 7 } }],
      conversations: 8,
    },
  ],
  'merge.rows': [
    { kind: 'deals', count: 1 },
    { kind: 'books', count: 2 },
  ],
  'merge.differ': [
    { details: ['phone'], kept: one },
    { details: ['phone', 'email'], kept: other },
  ],
  'merge.reversible': [{ days: 90 }, { days: 30 }],

  'may.without-asking': [{ what: [send] }, { what: [send, use] }],
  'may.new': [{ what: [send] }, { what: [send, use] }],
  'may.no-longer': [{ what: [send] }, { what: [send, use] }],
  'may.send': [{ hosts: [one] }, { hosts: [one, other] }],
  'may.change-files': [{ folders: [one] }, { folders: [one, other] }],
  'may.change-all-files': [{}, {}],
  'may.use': [{ tools: [one] }, { tools: [one, other] }],
  'may.read': [{}, {}],

  'resume.call': [
    { tool: 'write_file', input: value },
    { tool: 'http_request', input: otherValue },
  ],
  'resume.agents': [{ agents: [says] }, { agents: [says, otherSays] }],
  'resume.agent': [
    { name: one, task: one },
    { name: other, task: other },
  ],
  'resume.happened': [{}, {}],
  'resume.repeat': [{}, {}],
  'resume.again': [{}, {}],
  'resume.unknown': [{}, {}],
  'resume.without': [{ isOne: true }, { isOne: false }],

  'task.begin': [{ what: one }, { what: other }],

  'server.call': [
    { tool: one, server: one, place: one, isProgram: true, input: value },
    { tool: other, server: other, place: other, isProgram: false, input: otherValue },
  ],

  'trigger.make': [{}, {}],
  'trigger.change': [{}, {}],
  'trigger.delete': [
    { title: one, when: null, url: null },
    { title: other, when: monday, url: one },
  ],
  'trigger.watches': [
    { title: one, url: one, part: null, minutes: 60 },
    { title: other, url: other, part: one, minutes: 30 },
  ],
  'trigger.once': [
    { title: one, at, zone: 'UTC' },
    { title: other, at: later, zone: 'Europe/Vienna' },
  ],
  'trigger.scheduled': [
    { title: one, when: monday, next: [at], zone: 'UTC' },
    { title: other, when: tuesday, next: [at, later], zone: 'Europe/Vienna' },
  ],
  'trigger.does': [{ task: one }, { task: other }],
  'trigger.shows': [{ text: one }, { text: other }],
  'trigger.was-called': [{ title: one }, { title: other }],
  'trigger.pauses': [{}, {}],
  'trigger.resumes': [{}, {}],
  'trigger.backup': [{}, {}],
  'trigger.workflow': [{}, {}],
  'trigger.workflow-is': [{ name: one }, { name: other }],
  'trigger.workflow-given': [{ parameters: one }, { parameters: other }],
  'trigger.notice': [{}, {}],
  'trigger.reports': [{}, {}],
  'trigger.cost': [
    { runUsd: null, monthUsd: null },
    { runUsd: 1, monthUsd: 2 },
  ],
  'trial.notice': [{}, {}],
  'trial.workflow': [{}, {}],
  'trial.backup': [{}, {}],

  'schedule.at': [
    { at, zone: 'UTC' },
    { at: later, zone: 'Europe/Vienna' },
  ],
  'schedule.every': [
    { count: 1, unit: 'minute' },
    { count: 2, unit: 'day' },
  ],
  'schedule.fields': [{ fields: '1-59/7 3,9 * * *' }, { fields: '1-59/7 4,9 * * *' }],
  'schedule.of-day': [
    { minutes: [480], days: null, onlyIf: null, months: null },
    { minutes: [485, 1200], days: monday, onlyIf: monday, months: january },
  ],
  'schedule.often': [
    { count: 1, unit: 'hour', minutes: [], from: 8, to: 9, days: null, onlyIf: null, months: null },
    {
      count: 2,
      unit: 'minute',
      minutes: [5],
      from: 7,
      to: 17,
      days: tuesday,
      onlyIf: monday,
      months: may,
    },
  ],
  'days.of-month': [{ days: [1] }, { days: [1, 2, 3, 5] }],
  'days.odd': [{}, {}],
  'days.even': [{}, {}],
  'days.of-week': [{ weekdays: [0] }, { weekdays: [0, 1, 2, 3, 4] }],
  'days.only-of-week': [{ weekdays: [0] }, { weekdays: [0, 1, 2, 3, 4] }],
  'days.either': [
    { ofMonth: monday, ofWeek: monday },
    { ofMonth: tuesday, ofWeek: tuesday },
  ],
  'months.only': [{ months: [1] }, { months: [1, 3] }],

  'request.invalid': [{}, {}],
  'request.send': [
    {
      host: 'a.example',
      method: 'GET',
      address: one,
      headers: null,
      body: null,
      secrets: [],
      isPrivate: true,
    },
    {
      host: 'b.example',
      method: 'POST',
      address: other,
      headers: one,
      body: one,
      secrets: ['A', 'B'],
      isPrivate: false,
    },
  ],

  'workflow.save': [{}, {}],
  'workflow.is': [
    { name: one, description: null },
    { name: other, description: one },
  ],
  'workflow.parameter': [
    { name: 'topic', type: 'string', description: null },
    { name: 'days', type: 'number', description: one },
  ],
  'workflow.step': [
    { nth: 1, id: 'a', after: [], task: one, tools: null, usd: 1, isFast: false, onFailure: 'stop' },
    { nth: 2, id: 'b', after: ['a'], task: other, tools: [one], usd: 2, isFast: true, onFailure: 'skip' },
  ],
  'workflow.cost': [{ usd: 1 }, { usd: 2.5 }],
  'workflow.run': [
    { name: one, id: 'a', given: [], steps: 1 },
    { name: other, id: 'b', given: [given], steps: 2 },
  ],
  'workflow.given': [
    { name: 'topic', value },
    { name: 'days', value: otherValue },
  ],

  'expected.no-file': [{ path: one }, { path: other }],
  'expected.same-file': [{ path: one }, { path: other }],
  'expected.words': [{ text: one }, { text: other }],
  'expected.pattern': [{ pattern: one }, { pattern: other }],
  'expected.status': [
    { address: one, answered: 404, status: 200 },
    { address: other, answered: 500, status: 201 },
  ],
  'expected.unreadable': [
    { address: one, why: because },
    { address: other, why: otherwise },
  ],
  'expected.no-artifact': [{ type: null }, { type: 'markdown' }],
  'expected.no-record': [{ collection: 'books' }, { collection: 'films' }],
  'expected.no-collection': [
    { collection: 'books', why: because },
    { collection: 'films', why: otherwise },
  ],

  'told.let_in': [{}, {}],
  'told.let_in_text': [{ name: one }, { name: other }],
  'told.new_browser': [{}, {}],
  'told.new_browser_text': [
    { browser: one, address: null },
    { browser: null, address: '192.0.2.7' },
  ],
  'told.link': [{}, {}],
  'told.link_text': [{}, {}],
  'told.offered': [{}, {}],
  'told.offered_text': offers,
  'told.offer_accepted': [{}, {}],
  'told.offer_accepted_text': offers,
  'told.offer_declined': [{}, {}],
  'told.offer_declined_text': offers,
  'notice.paused': [{ named: one }, { named: other }],
  'notice.failed': [{ named: one }, { named: other }],
  'notice.own': [{ own: one }, { own: other }],
  'notice.interrupted': [{ named: one }, { named: other }],
  'notice.page-changed': [
    { own: null, address: one, added: null, gone: one },
    { own: one, address: other, added: other, gone: null },
  ],
  'notice.page-unchanged': [
    { own: null, address: one, text: one },
    { own: one, address: other, text: other },
  ],
  'outcome.too-often': [
    { times: 3, lastTime: because },
    { times: 4, lastTime: otherwise },
  ],
  'outcome.backup-made': [
    { backupId: 'a', warning: [] },
    { backupId: 'b', warning: because },
  ],
  'outcome.interrupted': [{}, {}],
  'outcome.disk-failed': [{}, {}],
  'outcome.trial': [{}, {}],
  'outcome.engine-not-running': [{}, {}],
  'outcome.machine-asleep': [{}, {}],
  'outcome.backup-restored': [{}, {}],
  'outcome.person-disabled': [{}, {}],
  'outcome.due-before-restore': [{}, {}],
  'outcome.look-cut-off': [{}, {}],
  'outcome.conversation-in-use': [{}, {}],
  'outcome.still-running': [{}, {}],
  'outcome.first-look': [{}, {}],
  'outcome.unchanged': [{}, {}],
  'outcome.notice-shown': [{}, {}],
  'outcome.backup-failed': [{}, {}],
  'outcome.steps-failed': [{}, {}],
  'task.run-unknown': [{}, {}],
  'task.interrupted': [{}, {}],
  'workflow.deleted': [{}, {}],
  'task.unfinished': [{ stopReason: 'loop' }, { stopReason: 'budget' }],
  'workflow.step-failed': [
    { step: 'a', why: because },
    { step: 'b', why: otherwise },
  ],
  'workflow.step-not-begun': [{ step: 'a' }, { step: 'b' }],

  'manifest.missing': [{}, {}],
  'manifest.of-other': [{}, {}],
  'manifest.changed': [{}, {}],
  'manifest.other-key': [{}, {}],
  'manifest.too-large': [{}, {}],
  'manifest.no-json': [{}, {}],
  'manifest.no-backup': [{}, {}],
  'manifest.no-svc-backup': [{}, {}],
  'manifest.fields': [{}, {}],
  'manifest.no-key': [{}, {}],
  'manifest.half-a-key': [{}, {}],
  'manifest.databases': [{}, {}],
  'backup.plain': [{}, {}],
  'backup.without-key': [{}, {}],
  'backup.stuck': [{}, {}],
  'upload.failed': [{}, {}],
  'drill.stuck': [{}, {}],
  'restore.no-manifest': [{}, {}],
  'restore.manifest-of-other': [{}, {}],
  'restore.manifest-changed': [{}, {}],
  'restore.foreign': [{}, {}],
  'restore.unauthenticated': [{}, {}],
  'restore.dies': [{}, {}],
  'restore.files-gone': [{}, {}],
  'manifest.format': [
    { format: null, known: 1 },
    { format: value, known: 2 },
  ],
  'manifest.no-folder': [{ path: one }, { path: other }],
  'manifest.twice': [{ path: one }, { path: other }],
  'manifest.two-spellings': [{ path: one }, { path: other }],
  'manifest.no-path': [{ path: one }, { path: other }],
  'manifest.no-part': [{ path: one }, { path: other }],
  'manifest.no-file': [{ path: one }, { path: other }],
  'manifest.two-sizes': [{ path: one }, { path: other }],
  'backup.key-missing': [{ keyId: 'a' }, { keyId: 'b' }],
  'backup.unlisted': [{ path: one }, { path: other }],
  'backup.altered': [{ path: one }, { path: other }],
  'backup.unknown-database': [{ database: 'a' }, { database: 'b' }],
  'backup.newer-database': [
    { database: 'a', version: 1, known: 1 },
    { database: 'b', version: 2, known: 2 },
  ],
  'backup.other-version': [{ database: 'a' }, { database: 'b' }],
  'backup.other-schema': [{ database: 'a' }, { database: 'b' }],
  'backup.not-opened': [
    { database: 'a', why: one },
    { database: 'b', why: other },
  ],
  'backup.damaged': [
    { database: 'a', why: one },
    { database: 'b', why: other },
  ],
  'backup.other-rows': [{ database: 'a' }, { database: 'b' }],
  'backup.unreadable': [
    { database: 'a', why: one },
    { database: 'b', why: other },
  ],
  'backup.folder-missing': [
    { folder: one, mark: 'a' },
    { folder: other, mark: 'b' },
  ],
  'drill.not-started': [{ why: one }, { why: other }],
  'drill.fewer-rows': [
    { database: 'a', table: 'a' },
    { database: 'b', table: 'b' },
  ],
  'restore.because': [{ why: because }, { why: otherwise }],
  'restore.refused': [{ why: because }, { why: otherwise }],
  'backup.check-failed': [{ why: because }, { why: otherwise }],
  'backup.fault': [{ why: one }, { why: other }],
  'restore.key-missing': [{ keyId: 'a' }, { keyId: 'b' }],
  'restore.newer-database': [
    { database: 'a', version: 1, known: 1, madeBy: 'a' },
    { database: 'b', version: 2, known: 2, madeBy: 'b' },
  ],
  'restore.other-file-system': [{ name: 'a' }, { name: 'b' }],
  'restore.unusable-database': [
    { database: 'a', why: says },
    { database: 'b', why: otherSays },
  ],
  'restore.models-at': [{ addresses: one }, { addresses: other }],
  'restore.settings-left-out': [{ keys: ['a'] }, { keys: ['a', 'b'] }],
  'restore.workspace-kept': [
    { entries: 1, name: 'a' },
    { entries: 2, name: 'b' },
  ],
  'restore.not-moved': [{ code: null }, { code: 'b' }],
  'restore.not-started': [{ why: one }, { why: other }],

  'pattern.sequence': [
    { tools: [one], runs: 3, isAtLeast: false },
    { tools: [one, other], runs: 4, isAtLeast: true },
  ],
  'pattern.failing-tool': [
    { tools: [one], failures: 3, calls: 5 },
    { tools: [other], failures: 4, calls: 6 },
  ],
  'pattern.costly-thread': [
    { usd: 4, times: 8, ofHalfUsd: 0.5 },
    { usd: 5, times: 9, ofHalfUsd: 0.0012 },
  ],
  'pattern.repeated-question': [
    { text: one, count: 3, isAtLeast: false },
    { text: other, count: 4, isAtLeast: true },
  ],
};
