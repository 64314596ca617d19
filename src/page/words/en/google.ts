import { count as number } from '../../parts/format.ts';

/** The words of the cloud account in the settings, and of the copies of backups in its drive. */
export const googleWords = {
  title: 'Google account',
  intro:
    'With a Google account svc can keep encrypted copies of your backups in your drive, and, if you allow it, the agent can work with your files there. You decide how much.',
  standings: {
    locked: 'The vault is closed, so no access can be kept.',
    hosted: 'Not connected. The host of this instance connects your account.',
    hostedOff: 'Not connected. The host of this instance offers no connection to Google.',
    noClient: 'Not connected. First svc needs a client of your own at Google: see below.',
    ready: 'Not connected.',
    waiting: 'Waiting for your answer at Google.',
  },
  connectedAs: (account: string) => `Connected as ${account}.`,
  connected: 'Connected. Google did not say as whom.',
  byHost: 'The host of this instance made the connection.',
  scopes: 'What you have allowed',
  /** What each is for; Google shows names of its own. */
  purposes: {
    'drive.file': 'Upload backups, and read and delete what svc itself has put into the drive',
    'drive.readonly': 'Let the agent find and read your files',
    drive: 'Let the agent find, read and change your files',
    'documents.readonly': 'Let the agent read your documents',
    documents: 'Let the agent read and change your documents',
    'spreadsheets.readonly': 'Let the agent read your sheets',
    spreadsheets: 'Let the agent read and change your sheets',
  },
  noScopes: 'Google named nothing that is allowed. Connect again, and leave the boxes ticked there.',
  noUploads:
    'Backups cannot be uploaded: that box was not ticked at Google. Connect again, and leave all boxes ticked.',
  problem: 'There is a problem',

  levels: {
    backups: {
      title: 'Backups only',
      hint: 'svc sees what it has put into the drive itself, and nothing else.',
    },
    read: {
      title: 'Backups, and reading',
      hint: 'The agent can also find and read your files, documents and sheets.',
    },
    full: {
      title: 'Backups, reading and changing',
      hint: 'The agent can also change your files, documents and sheets.',
    },
  },
  connect: {
    title: 'How much may svc do there?',
    again: 'Connect again, or with another access',
    asks: 'Google will ask you to allow:',
    byCode:
      'You type a code at Google, on any device. This needs a client of the type “TVs and Limited Input devices”.',
    byBrowser:
      'You answer in the browser of the machine on which svc runs. This needs a client of the type “Desktop app”.',
    inBrowser: 'Answer in this browser',
    inBrowserHint: 'In place of a code. Tick it if your client is of the type “Desktop app”.',
    otherMachine:
      'This page seems to be open on another machine than svc. Google sends the answer to the machine of the browser, so begin there.',
    button: 'Connect',
    busy: 'Asking Google to begin…',
  },
  pending: {
    title: 'Answer at Google',
    open: 'Open the page of Google',
    type: 'Type this code there',
    copy: 'Copy the code',
    browser: 'Choose your account there, and leave the boxes ticked that you want to allow.',
    left: (time: string) => `Time left: ${time}`,
    follows: 'This page goes on by itself when you have answered.',
    cancel: 'Cancel',
  },
  client: {
    title: 'A client of your own',
    why: 'Google gives access only to a client that it knows. You create it once, in three steps, and it is yours alone.',
    other: 'Use another client',
    steps: [
      {
        link: 'Enable the Google Drive API',
        url: 'https://console.cloud.google.com/apis/library/drive.googleapis.com',
        rest: 'in a project of yours. For reading and changing, enable the Docs API and the Sheets API there, too.',
      },
      {
        link: 'Set up the consent screen',
        url: 'https://console.cloud.google.com/auth/overview',
        rest: 'and publish it: as long as it is in testing, Google ends the access after 7 days.',
      },
      {
        link: 'Create an OAuth client',
        url: 'https://console.cloud.google.com/auth/clients',
        rest: 'of the type “TVs and Limited Input devices” if svc is for backups only: you type a code at Google, on any device. For reading and changing your files choose “Desktop app” (not “Web application”): you answer in the browser of the machine on which svc runs. Copy its id and its secret to here.',
      },
    ],
    id: 'Client ID',
    idHint: 'It ends with .apps.googleusercontent.com.',
    idMissing: 'Enter the id of the client.',
    idWrong: 'This is not the id of a client at Google.',
    secret: 'Client secret',
    secretHint: 'It is kept in the vault, and never shown again.',
    secretMissing: 'Enter the secret of the client.',
    store: 'Store the client',
    stored: 'The client is stored. You can connect now.',
    unused:
      'The client is stored, but svc finds none. If one half of it is in the environment of svc, put both there.',
  },
  uploads: {
    title: 'Backups in the drive',
    toggle: 'Upload backups to the drive',
    toggleHint:
      'From then on, each backup is copied to the drive after it was made. Earlier ones can be sent from the area Backups.',
    on: 'Saved: backups are uploaded from now on.',
    off: 'Saved: backups are not uploaded any more. Those in the drive stay.',
    open: 'Open the backups',
    sees: 'The contents are encrypted with your vault key. Google sees in plain: the names and sizes of the files in a backup, the version of svc, and the path of the data directory.',
    last: (when: string) => `Last uploaded: the backup of ${when}.`,
    never: 'No backup has been uploaded yet.',
    failed: (when: string, why: string) => `The backup of ${when} could not be uploaded. ${why}`,
    skipped: (when: string, why: string) => `The backup of ${when} was not uploaded. ${why}`,
    alone: 'It is on, but no account is connected, so nothing is uploaded.',
    hosted:
      'Backups of this instance are not uploaded: a host runs the machine, and its backups stay with the host.',
  },
  hosted: {
    open: 'Connect at the host',
    after: 'This page looks again when you come back to it.',
  },

  disconnect: {
    button: 'Disconnect…',
    title: 'Disconnect the Google account?',
    ends: 'The access ends at Google and here. Nothing on this machine is deleted, and your backups here stay.',
    what: 'The backups that this instance has uploaded',
    keep: 'Keep them in the drive',
    keepHint: 'You can fetch them to this machine after you connect again with the same client.',
    remove: 'Delete them from the drive',
    removeHint: 'For good, also from its bin. Empty folders stay.',
    cannot: 'svc has no access to the backups in the drive, so it cannot delete them.',
    begin: 'Disconnect',
    beginDeleting: 'Delete and disconnect',
    cancel: 'Cancel',
    working: 'Disconnecting…',
    workingDeleting: 'Deleting the backups in the drive, then disconnecting. This takes up to two minutes…',
    done: 'Disconnected',
    incomplete: 'The deletion is not complete',
    isDisconnected: 'The account is disconnected.',
    deleted: (files: number) =>
      files === 1
        ? '1 file was deleted from the drive.'
        : `${number(files)} files were deleted from the drive.`,
    folders: (count: number) =>
      count === 0 ? '' : count === 1 ? '1 folder stays there.' : `${number(count)} folders stay there.`,
    kept: 'The backups in the drive were kept.',
    none: 'There were no backups of this instance in the drive.',
    unchecked: 'svc had no access to the drive, so nothing was looked at and nothing was deleted.',
    left: 'What is left, and why:',
    byHand:
      'The access has ended, so svc cannot try again. Delete what is left by hand: it is in the folder svc-backups.',
    confirmed: 'Google confirmed that the access has ended.',
    unconfirmed:
      'Google did not confirm that the access has ended. It is forgotten here. To be sure, look at',
    connections: 'the connections of your Google account',
    close: 'Close',
  },

  copies: {
    complete: (when: string) => `Also in the drive, since ${when}.`,
    uploading: 'On its way to the drive.',
    pending: 'Waits for its turn to go to the drive.',
    here: 'Only on this machine.',
    failed: (why: string) => `Not in the drive. ${why} It is tried again by itself within an hour.`,
    skipped: (why: string) => `Not in the drive. ${why}`,
    sent: 'The backup is on its way to the drive.',
    refused: (why: string) => `The backup was not sent. ${why}`,
    send: 'Send to the drive',
    sendName: (when: string) => `Send to the drive: the backup of ${when}`,
    bar: (when: string) => `Upload of the backup of ${when}`,
  },
  reasons: {
    hosted: 'A host runs this instance, and its backups stay with the host.',
    off: 'Uploads are off. Switch them on in Settings, under Google.',
    not_connected: 'No Google account is connected. Connect one in Settings, under Google.',
    scope_missing:
      'The Google account was connected without access for backups. Connect it again in Settings, under Google.',
    not_encrypted: 'It is not encrypted, and only encrypted backups are uploaded.',
    no_key: 'The vault has no key, so it is not encrypted, and only encrypted backups are uploaded.',
    paused: 'The Google account was being disconnected.',
    failed: 'The last try failed.',
  },

  drive: {
    title: 'In the drive',
    reading: 'Looking into the drive…',
    none: 'There is no backup in the drive.',
    newest: (count: number) => `The newest ${number(count)}.`,
    here: 'also here',
    partial: 'not complete',
    fetch: 'Fetch to this machine',
    fetchName: (when: string) => `Fetch to this machine: the backup of ${when}`,
    fetching: 'Fetching a backup from the drive…',
    fetched: 'The backup is here, and was opened and checked.',
  },
} as const;
