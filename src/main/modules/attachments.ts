import type { ContainerModuleLoadOptions } from 'inversify';
import { AttachmentService } from '../../core/workspace/attachments/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { attachmentTokens, fileTokens, processTokens as p, secretTokens } from '../tokens.ts';

/** Files that the owner gives to a run. */
export const attachmentsModule = {
  name: 'attachments',
  tokens: attachmentTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { files, workspace } = fileTokens;
    provide(
      options,
      attachmentTokens.attachments,
      { files, workspace, crypto: secretTokens.crypto, log: p.log },
      (deps) => new AttachmentService(deps),
    );
  },
  services: { attachments: attachmentTokens.attachments },
  start: async ({ get }) => {
    await get(attachmentTokens.attachments).sweep();
  },
} satisfies Module;
