import { notFound, refusals, tooLarge } from '../../kernel/refusal.ts';

export const refuse = refusals({
  deleted_file_not_found: notFound(
    'No deleted file has this id. It was brought back, or went for good after its time.',
  ),
  too_large_to_keep: tooLarge(
    'The file is too large to be kept for an undo. Nothing was deleted: send permanently=true to delete it for good.',
  ),
});
