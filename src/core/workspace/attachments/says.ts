import { saying, type Quoted, type Says } from '../../kernel/says.ts';

/** Why something is refused. */
export interface AttachmentProblems {
  'attachments.unusable': { path: Quoted; why: readonly Says[] };
  'attachments.too_large': { sizeBytes: number; mostBytes: number };
}

export const say = saying<AttachmentProblems>();
