import { refusals } from '../../kernel/refusal.ts';
import type { AttachmentProblems } from './says.ts';

export const refuse = refusals<AttachmentProblems>()('attachments', {
  attachment_not_found: 'not_found',
  attachment_unusable: 'impossible',
});
