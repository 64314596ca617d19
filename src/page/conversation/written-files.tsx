import type { VNode } from 'preact';
import { placeOfFile } from '../files/places.ts';
import { Icon } from '../parts/icon.tsx';
import { visible } from '../parts/visible.ts';
import type { ToolCall } from './run-items.ts';

const WRITE: ReadonlySet<string> = new Set(['write_file', 'edit_file']);

/** A link to each file that these calls have written, once. */
export function WrittenFiles({ calls }: { calls: readonly ToolCall[] }): VNode | null {
  const paths = calls.flatMap(({ name, input, result }) =>
    WRITE.has(name) && result.value?.success === true && typeof input['path'] === 'string'
      ? [input['path'].replace(/^\.\//u, '')]
      : [],
  );
  if (paths.length === 0) return null;
  return (
    <p class="made">
      {[...new Set(paths)].map((path) => (
        <a key={path} href={placeOfFile(path)} dir="auto">
          <Icon name="file" />
          {visible(path)}
        </a>
      ))}
    </p>
  );
}
