import { Type } from 'typebox';
import { closed } from '../shapes.ts';
import { tool } from '../row.ts';

export const files = [
  tool({
    name: 'write_file',
    does: 'Writes a text file in the workspace, whole. Missing folders are made; an existing file is replaced.',
    input: Type.Object(
      {
        path: Type.String({ minLength: 1, description: 'Relative to the workspace, like "notes/today.md"' }),
        content: Type.String({ description: 'The whole text of the file' }),
      },
      closed,
    ),
    effect: 'idempotent',
    consent: 'write_local',
    handle: async ({ files }, { path, content }) => {
      const written = await files.write(path, content);
      return `${written.created ? 'Created' : 'Replaced'} ${written.path} (${written.sizeBytes} bytes).`;
    },
  }),
];
