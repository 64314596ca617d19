import { impossible, notFound, refusals } from '../../kernel/refusal.ts';

export const refuse = refusals({
  attachment_not_found: notFound('There is no file at the path of an attachment. Nothing was started.'),
  attachment_unusable: impossible('An attachment is no file of the workspace. Nothing was started.'),
});
