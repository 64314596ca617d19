import { svcBatch, svcStatus } from './batches.ts';
import { svcReadFile } from './files.ts';
import { svcMemory } from './memory.ts';
import type { AnyToolServerRow } from './row.ts';
import { svcAbort, svcPoll, svcReply, svcReset, svcRun, svcRunStart } from './runs.ts';

/** The tools of the tool server, in the order of the specification, which hosts are shown. */
export const toolServerTools: readonly AnyToolServerRow[] = [
  svcRun,
  svcRunStart,
  svcPoll,
  svcReply,
  svcAbort,
  svcReset,
  svcMemory,
  svcReadFile,
  svcBatch,
  svcStatus,
];
