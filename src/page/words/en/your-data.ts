import { count as number } from '../../parts/format.ts';

/** The words of the area that exports, moves and erases everything. */
export const yourDataWords = {
  title: 'Your data',
  intro:
    'Everything that svc keeps is on the machine that it runs on. You can download it, move it to another machine, or erase it.',
  ofMember: 'You can bring conversations here that you had elsewhere.',
  ofMemberWay: 'Download or erase what is yours',
  past: {
    title: 'Bring conversations from elsewhere',
    hint: 'Choose the file that the other assistant gives out when you export your data there, such as ChatGPT or Claude: a zip, or the JSON in it. First you see what is in it; nothing comes before you say so.',
    untrusted:
      'What comes can be searched and continued. Nothing is learned from it, and nothing in it counts as said by you.',
    choose: 'Choose a file',
    tooLarge: 'This file is larger than 4 GB, which is more than can be read.',
    unreadable: 'The browser cannot read this file. Was it moved or changed? Choose it again.',
    sending: 'Uploading…',
    reading: 'Reading what is in it…',
    stop: 'Stop',
    uploadStopped: 'The upload was stopped. Nothing was changed.',
    found: (time: string) => `The file of ${time}`,
    nothingNew: 'Nothing in this file would come.',
    would: (count: number) =>
      count === 1 ? '1 conversation would come.' : `${number(count)} conversations would come.`,
    which: (chosen: number, all: number) => `Which are to come? ${number(chosen)} of ${number(all)} chosen`,
    search: 'Search in the titles',
    hits: (count: number) =>
      count === 1 ? '1 conversation found.' : `${number(count)} conversations found.`,
    all: 'Choose all',
    none: 'Choose none',
    allFound: 'Choose those found',
    noneFound: 'Leave those found',
    untitled: 'Without a title',
    size: (messages: number, branches: number) =>
      `${messages === 1 ? '1 message' : `${number(messages)} messages`}${
        branches === 0
          ? ''
          : branches === 1
            ? ', with 1 other way in which it went on'
            : `, with ${number(branches)} other ways in which it went on`
      }`,
    more: (count: number) => `Show ${number(count)} more`,
    begin: (count: number) => (count === 1 ? 'Bring 1 conversation' : `Bring ${number(count)} conversations`),
    running: 'The conversations are coming. You can leave this page meanwhile.',
    soFar: (brought: number, all: number) => `${number(brought)} of ${number(all)}`,
    done: (count: number) =>
      count === 1 ? '1 conversation has come.' : `${number(count)} conversations have come.`,
    stopped: (brought: number, all: number) =>
      `It stopped after ${number(brought)} of ${number(all)}. What came is here; go on with the rest below.`,
    came: (count: number) => `Came (${number(count)})`,
    failed: (count: number) => `Could not be stored (${number(count)})`,
    here: (count: number) => `Here already (${number(count)})`,
    left: (count: number) => `Cannot come (${number(count)})`,
  },
  ways: {
    title: 'Which way to a new machine?',
    move: {
      when: 'Both machines can be on at the same time',
      how: 'Move: everything goes there over your network, with secrets and settings, and is checked.',
      act: 'How to move',
    },
    backup: {
      when: 'This machine will be gone before the new one is there',
      how: 'Make a backup, download it, and keep it and the vault key in two other places. On the new machine, restore it.',
      act: 'Backups',
    },
    zip: {
      when: 'You want to read everything without svc, or leave it',
      how: 'Download a zip: readable files, but of secrets only their names, and no settings.',
      act: 'Download',
    },
  },
  export: {
    title: 'Download everything',
    hint: 'Conversations, memory, people, contacts, collections, tasks, automations, workflows, artifacts, files of the workspace, and what every run cost. Not in it: the values of secrets, settings, backups, and what waits to be reviewed.',
    zip: 'As a zip',
    json: 'As one JSON document',
    jsonHint: 'The zip, and not the JSON document, can be read back into an empty svc, in a terminal:',
    running: (section: string, done: string) => `Sending: ${section} (${done} so far)`,
    incomplete: 'The last download lacks something:',
    left: 'The last download was broken off. Begin it again.',
    complete: (size: string) => `The last download was complete: ${size} before compression.`,
  },
  move: {
    title: 'Move to another machine',
    install:
      'On the other machine, install svc as you did here, so that svc can be typed in a terminal (make install in its folder does that).',
    open: 'There, in a terminal: set a token once, and start svc so that this machine reaches it.',
    accept: 'There, in a second terminal: accept the move. It shows an address and a token.',
    enter: 'Here: enter both below.',
    hint: 'What is sent can be read by that machine alone. What is here stays here: erase it below once you have looked there. Automations wait there until you confirm each.',
    what: (size: string, records: string, files: string, secrets: string) =>
      `${size} would move, with ${files} and ${secrets}. ${records}`,
    /** By the sections of an export. */
    records: {
      threads: 'Conversations',
      memory: 'Memories, also corrected and forgotten ones',
      entities: 'People, organizations and things',
      records: 'Records of collections',
      tasks: 'Tasks',
      triggers: 'Automations',
      workflows: 'Workflows',
      artifacts: 'Artifacts',
      deals: 'Deals',
    } as Readonly<Record<string, string>>,
    databases: (count: number) => (count === 1 ? '1 database' : `${number(count)} databases`),
    files: (count: number) => (count === 1 ? '1 file' : `${number(count)} files`),
    secrets: (count: number) => (count === 1 ? '1 secret' : `${number(count)} secrets`),
    targetMissing: 'Enter the address.',
    tokenMissing: 'Enter the token.',
    target: 'Address of the other svc',
    targetHint: 'As svc migrate accept shows it: https, or http to an address of your own network.',
    token: 'Token',
    begin: 'Move everything',
    question: (target: string) => `Send everything to ${target}?`,
    questionSays: [
      'The other svc gets conversations, memory, files, secrets and settings, and restarts with them.',
      'Everything stays here, too. You can stop while it is being sent.',
    ],
    phases: {
      copying: 'Copying everything as it is now…',
      connecting: 'Connecting…',
      sending: 'Sending…',
      restoring: 'The other machine checks it and restarts…',
    } as Readonly<Record<string, string>>,
    working: 'Working…',
    sent: (sent: string, total: string) => `${sent} of ${total}`,
    stop: 'Stop',
    stopped: 'The move was stopped. Everything here is as it was.',
    done: (at: string, databases: string, files: string, secrets: string) =>
      `Everything is there as it was at ${at}, checked: ${databases}, ${files} and ${secrets}.`,
  },
  erase: {
    title: 'Erase everything',
    says: [
      'Download everything first if you may want it again. All conversations, memory, people, contacts, collections, tasks, automations, artifacts, secrets, settings and the files of the workspace go. It cannot be undone.',
      'Runs in progress are stopped. svc restarts, empty.',
      'Copies elsewhere stay: in Google Drive, on other machines, in exports that you made. Afterwards you see what is still there, and how to remove it.',
    ],
    keepBackups: 'Keep the backups on this machine, and the key that opens them',
    workspace: 'Also erase the files of a workspace outside the data directory',
    unknown:
      'Nothing was erased: these are not from svc, and lie in its data directory. Move them elsewhere, or have them removed, then type the word again.',
    removeUnknown: 'Remove them, too',
    word: 'erase',
    type: 'To go on, type: erase',
    begin: 'Erase everything',
    working: 'Erasing… svc restarts meanwhile.',
    done: 'Everything is erased.',
    incomplete: 'Not everything could be erased. Each start of svc tries again.',
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
    start: 'Start over',
  },
};
