import type { AllSays, Words } from '../says.ts';
import { apiStore } from './api-store.ts';
import { backups } from './backups.ts';
import { calls } from './calls.ts';
import { cloudFiles } from './cloud-files.ts';
import { consent } from './consent.ts';
import { insights } from './insights.ts';
import { outcomes } from './outcomes.ts';
import { runs } from './runs.ts';
import { knowledge } from './knowledge.ts';
import { automation } from './automation.ts';
import { conversation } from './conversation.ts';
import { execution } from './execution.ts';
import { failures } from './failures.ts';
import { workspace } from './workspace.ts';
import { people } from './people.ts';
import { trust } from './trust.ts';
import { outside } from './outside.ts';
import { keeping } from './keeping.ts';
import { schedules } from './schedules.ts';
import { triggers } from './triggers.ts';
import { permissions, workflows } from './workflows.ts';
import { cloudAccount } from './cloud-account.ts';
import { requests } from './requests.ts';
import { migration } from './migration.ts';
import { backupProblems } from './backup-problems.ts';
import { drive } from './drive.ts';
import { values } from './values.ts';
import { config } from './config.ts';
import { serverForms } from './server-forms.ts';
import { toolServers } from './tool-servers.ts';
import { reminders } from './reminders.ts';
import { models } from './models.ts';
import { toolRuns } from './tool-runs.ts';
import { exports } from './export.ts';
import { past } from './past.ts';
import { erasure } from './erasure.ts';
import { tables } from './tables.ts';
import { arrivals } from './arrivals.ts';
import { arrivalFaults } from './arrival-faults.ts';
import { setup } from './setup.ts';

export const words: Words<AllSays> = {
  ...apiStore,
  ...backups,
  ...calls,
  ...cloudFiles,
  ...consent,
  ...insights,
  ...outcomes,
  ...permissions,
  ...runs,
  ...schedules,
  ...triggers,
  ...workflows,
  ...knowledge,
  ...automation,
  ...conversation,
  ...execution,
  ...failures,
  ...workspace,
  ...trust,
  ...people,
  ...outside,
  ...keeping,
  ...cloudAccount,
  ...requests,
  ...migration,
  ...backupProblems,
  ...drive,
  ...values,
  ...config,
  ...serverForms,
  ...toolServers,
  ...reminders,
  ...models,
  ...toolRuns,
  ...exports,
  ...past,
  ...erasure,
  ...tables,
  ...arrivals,
  ...arrivalFaults,
  ...setup,
  text: ({ text }) => text,
};
