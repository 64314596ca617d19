import type { AttachmentService } from '../../core/attachments/service.ts';
import { token } from '../token.ts';

export const attachmentTokens = {
  attachments: token<AttachmentService>('attachments'),
};
