import { conflict, forbidden, invalid, refusals, tooLarge } from '../kernel/refusal.ts';

export const refuse = refusals({
  invalid_path: invalid('The path has to be relative to the workspace, like "notes/today.md".'),
  outside_workspace: forbidden(
    'The path leads out of the workspace, or through a link. Only real files inside it can be changed.',
  ),
  not_a_file: conflict(
    'There is something else than a file at this path, or a file where a folder is needed.',
  ),
  file_too_large: tooLarge('The content is larger than a file may be here.'),
});
