import { expect } from '@jest/globals';
import type { JsonObject } from '../../../../src/core/kernel/json.ts';
import { leftBy } from '../../../../src/core/execution/tool-runs/run-files.ts';
import { verifies } from '../../../spec/verifies.ts';

const call = (name: string, input: JsonObject, success: boolean | null = true) => ({ name, input, success });

verifies(
  'mcp.run.output-files',
  'the files that a run left are those its successful calls wrote, moved and kept',
  () => {
    expect(
      leftBy([
        call('write_file', { path: './a.md' }),
        call('write_file', { path: 'b.md' }),
        call('write_file', { path: 'failed.md' }, false),
        call('write_file', { path: 'cut-off.md' }, null),
        call('edit_file', { path: 'a.md' }),
        call('edit_file', { path: 'edited.md' }),
        call('rename_file', { from: 'b.md', to: 'c/b.md' }),
        call('write_file', { path: 'gone.md' }),
        call('delete_file', { path: 'gone.md' }),
        call('read_file', { path: 'read.md' }),
      ]),
    ).toEqual(['a.md', 'edited.md', 'c/b.md']);
  },
);
