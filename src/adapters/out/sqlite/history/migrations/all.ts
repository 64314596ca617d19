import type { Migration } from '../../migrate.ts';
import { first } from './0001-first.ts';
import { prompts } from './0002-prompts.ts';
import { history } from './0003-history.ts';
import { compactions } from './0004-compactions.ts';
import { sideCalls } from './0005-side-calls.ts';
import { changesets } from './0006-changesets.ts';
import { secretPrompts } from './0007-secret-prompts.ts';
import { rateWindows } from './0008-rate-windows.ts';
import { grants } from './0009-grants.ts';
import { agents } from './0010-agents.ts';
import { changesetsByThread } from './0011-changesets-by-thread.ts';
import { order } from './0012-order.ts';
import { compactionsTold } from './0013-compactions-told.ts';
import { callsBegun } from './0014-calls-begun.ts';

export const migrations: readonly Migration[] = [
  first,
  prompts,
  history,
  compactions,
  sideCalls,
  changesets,
  secretPrompts,
  rateWindows,
  grants,
  agents,
  changesetsByThread,
  order,
  compactionsTold,
  callsBegun,
];
