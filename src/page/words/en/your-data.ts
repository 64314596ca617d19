import { count as number } from '../../parts/format.ts';

/** The words of the area that exports, moves and erases everything. */
export const yourDataWords = {
  title: 'Your data',
  intro:
    'Everything that svc keeps is on the machine that it runs on. You can take it with you, move it, or erase it.',
  export: {
    title: 'Take it with you',
    hint: 'Conversations, memory, people, contacts, collections, tasks, automations, workflows, artifacts, files of the workspace, and what every run cost. Of secrets only the names. It can be read back into an empty svc with svc import.',
    zip: 'Download everything as a zip',
    json: 'As one JSON document',
    jsonHint: 'Only the zip can be read back.',
    running: (section: string, done: string) => `Sending: ${section} (${done} so far)`,
    incomplete: 'The last download lacks something:',
    left: 'The last download was broken off. Begin it again.',
    complete: (size: string) => `The last download was complete: ${size} before compression.`,
  },
  move: {
    title: 'Move to another machine',
    hint: 'On the other machine, svc migrate accept prints a token. Everything is sealed for that machine alone on its way. Nothing changes here.',
    what: (size: string, databases: string, files: string, secrets: string) =>
      `${size} would move: ${databases}, ${files} and ${secrets}.`,
    databases: (count: number) => (count === 1 ? '1 database' : `${number(count)} databases`),
    files: (count: number) => (count === 1 ? '1 file' : `${number(count)} files`),
    secrets: (count: number) => (count === 1 ? '1 secret' : `${number(count)} secrets`),
    target: 'Address of the other svc',
    targetHint: 'As svc migrate accept shows it: https, or http to an address of your own network.',
    token: 'Token',
    begin: 'Move everything',
    phases: {
      copying: 'Making a copy of this moment…',
      connecting: 'Connecting…',
      sending: 'Sending…',
      restoring: 'The other machine checks it and restarts…',
    } as Readonly<Record<string, string>>,
    working: 'Working…',
    sent: (sent: string, total: string) => `${sent} of ${total}`,
    stop: 'Stop',
    stopped: 'The move was stopped. Nothing changed here.',
    done: (databases: string, files: string, secrets: string) =>
      `Everything is there, checked: ${databases}, ${files} and ${secrets}.`,
  },
  erase: {
    title: 'Erase everything',
    says: [
      'Download everything first if you may want it again. All conversations, memory, people, contacts, collections, tasks, automations, artifacts, secrets, settings and the files of the workspace go. It cannot be undone.',
      'Runs in progress are stopped. The engine restarts, empty.',
      'Copies elsewhere stay: in your cloud drive, on other machines, in exports that you made. What stays is named afterwards, with how to remove it.',
    ],
    keepBackups: 'Keep the backups on this machine, and the key that opens them',
    workspace: 'Also erase the files of a workspace outside the data directory',
    unknown:
      'Nothing was erased: these are not from svc, and lie in its data directory. Move them elsewhere, or have them removed, then type the word again.',
    removeUnknown: 'Remove them, too',
    word: 'erase',
    type: 'To go on, type: erase',
    begin: 'Erase everything',
    working: 'Erasing… The engine restarts meanwhile.',
    done: 'Everything is erased.',
    incomplete: 'Not everything could be erased. Each start of the engine tries again.',
    what: 'What was erased',
    whatHint:
      'Counted in rows of the databases and in files. Histories and indexes count, too, so there are more than you saw.',
    rows: (name: string, rows: string) => `${name}: ${rows}`,
    stores: {
      'history.db': 'Conversations, runs, tasks and automations',
      'memory.db': 'Memory',
      'engine.db': 'People, organizations and things',
      'datastore.db': 'Collections',
      'vault.db': 'Secrets',
      apis: 'Profiles of APIs',
      artifacts: 'Contents of artifacts',
      backups: 'Backups',
      changesets: 'Earlier contents of files',
      sweeps: 'Records of merges',
      workspace: 'Workspace',
    } as Readonly<Record<string, string>>,
    notCounted: 'not counted',
    earlier: (time: string) => `What the erasure of ${time} did not reach`,
    remains: 'What is still there',
    start: 'Start anew',
  },
};
