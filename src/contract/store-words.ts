/** What a store of the data directory has, as its owner knows it. */
const STORES: Readonly<Record<string, string>> = {
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
};

/** A store by what is in it; one that has no words keeps its name. */
export const storeInWords = (name: string): string => STORES[name] ?? name;
