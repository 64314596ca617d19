/** Sections that an owner knows, as they are told. */
export const plainSections: Readonly<Record<string, string>> = {
  threads: 'conversations',
  memory: 'memories',
  entities: 'people, organizations and things',
  records: 'records of collections',
  tasks: 'tasks',
  triggers: 'schedules, watches and reminders',
  workflows: 'workflows',
  artifacts: 'artifacts',
  deals: 'deals',
  'files in workspace': 'files in the workspace',
};
