import type { ArrivalProblems } from '../../../core/keeping/backups/says.ts';
import type { Words } from '../says.ts';

export const arrivals: Words<ArrivalProblems> = {
  'arrived.grants': 'Consents that lasted have ended: you are asked again.',
  'arrived.tools': 'Tools of tool servers wait until you accept them again.',
  'arrived.batches':
    'Batches that were in progress ended, because they may have been done since. Submit what is missing again.',
  'arrived.triggers':
    'Triggers wait for you to agree to them: on the page under Waiting, or with svc trigger confirm ID.',
  'arrived.workflows':
    'Workflows lost what they may do without asking: save a workflow again to give it that.',
  'arrived.hosts':
    'Hosts of secrets whose values did not come along were cleared: say with each value where it may go.',
  'arrived.logins':
    'The secret of the tool server and logins at tool servers were cleared: store a new secret, and sign in again.',
  'arrived.without_parents': ({ tables }, tell) =>
    `Rows were left out because what they belong to is missing: ${tables.map((one) => tell(one)).join(', ')}.`,
  'arrived.rows': ({ table, rows }) => `${rows} of ${table}`,
  'arrived.workspace':
    'The workspace of this engine is elsewhere: the files of the export are in files/workspace of the zip.',
  'arrived.settings': ({ keys }) =>
    `Settings that say where data and keys go, who may come in, or what may be spent, are not taken from a file: ${keys.join(', ')}. Set them yourself.`,
  'arrived.google': 'Access to a Google account is not in an export: svc google connect gives it.',
};
