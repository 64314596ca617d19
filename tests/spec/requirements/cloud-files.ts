import { long, quick, type Requirements } from './requirement.ts';

/** What tools of the agent may do in the owner's cloud account. */
export const ofCloudFiles = [
  long('ours: contract', {
    'cloud-files.offered':
      'Tools for the cloud account are offered while it is connected with the access that they need; a call without it says what the owner can do.',
    'cloud-files.search':
      'drive_search takes words literally, shows at most 20 files, the newest first, and says that there are more; names cannot steer what they are shown in.',
    'cloud-files.read':
      'drive_read tells a text in parts as material, and saves other kinds in the workspace as a change that waits for review.',
    'cloud-files.write':
      'drive_write creates a file, or replaces the content of one, from a text or a file of the workspace, after the owner was asked.',
  }),
  quick('ours: behaviour', {
    'cloud-files.changed': 'A file or document that was changed since it was read is not written.',
    'cloud-files.formulas':
      'A value that looks like a formula stays a text, unless formulas were asked for, which need a consent of their own.',
    'cloud-files.untrusted':
      'What is read from the cloud account is material of others: it grants nothing, and after it a request that could tell what the model knows is asked for.',
    'cloud-files.bounded':
      'A call for the cloud account is bounded in bytes and time, and ends with its run.',
  }),
  quick('ours: contract', {
    'cloud-files.documents':
      'docs_read tells a document as Markdown with its revision; docs_write creates one, appends to one, and replaces a text in one.',
    'cloud-files.sheets':
      'sheets_read shows a range with the names of rows and columns; sheets_write sets cells, appends rows and creates spreadsheets.',
  }),
  long('ours: behaviour', {
    'cloud-files.consent':
      'A change in the cloud account needs consent; one that lasts covers what is the owner’s alone, and no request of the web.',
    'cloud-files.backups':
      'No tool reaches the backups in the drive: it finds, reads and changes none, and puts nothing among them; what cannot be told apart is refused.',
    'cloud-files.failures':
      'A failure of the vendor is a failed call that says what to do; a change whose answer was lost is told as unclear, and sent once.',
  }),
] satisfies Requirements;
