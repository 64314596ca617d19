import { Type } from 'typebox';
import { MIB } from '../../core/kernel/bytes.ts';
import { toolRunLimits } from '../../core/execution/tool-runs/limits.ts';
import { ProblemError } from '../client.ts';
import { closed } from '../shapes.ts';
import { toolServerRow } from './row.ts';

export const svcReadFile = toolServerRow({
  name: 'svc_read_file',
  who: 'starter',
  needs: 'read',
  title: 'Fetch a file',
  summary:
    `Fetch a file that a run produced, as base64, up to ${toolRunLimits.readBytes / MIB} MB. The path is one of the ` +
    'output_files of svc_poll, the uri of a link, or relative to the working directory. Files whose name says that they hold secrets are refused.',
  input: Type.Object({ path: Type.String({ minLength: 1, maxLength: 4_096 }) }, closed),
  output: Type.Object({
    data: Type.String({ description: 'The content in base64' }),
    size: Type.Integer({ minimum: 0, description: 'In bytes, before base64' }),
  }),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  handle: async (engine, { path: named }, { principal, startFolder }) => {
    const path = pathIn(named);
    try {
      const { data, size } = await engine['toolServer.file']({ body: { principal, path } });
      return { structured: { data, size } };
    } catch (error) {
      const found = isNotThere(error) ? await startFolder?.read(path) : null;
      if (!found) throw error;
      return { structured: { data: found.data, size: found.size } };
    }
  },
});

/** The links of svc_poll name files by their URI. */
const pathIn = (named: string): string =>
  /^file:\/\/\//iu.test(named) ? (decoded(named.slice('file://'.length)) ?? named) : named;

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The engine has no such file, or not in the folders that it gives files out of. */
const isNotThere = (error: unknown): boolean =>
  error instanceof ProblemError && ['file_not_found', 'outside_workspace'].includes(error.problem.code);
