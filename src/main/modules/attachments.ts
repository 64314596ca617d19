import type { ContainerModuleLoadOptions } from 'inversify';
import { AttachmentService } from '../../core/workspace/attachments/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { attachmentTokens, fileTokens, peopleTokens, processTokens as p, secretTokens } from '../tokens.ts';

/** Files that the owner gives to a run. */
export const attachmentsModule = {
  name: 'attachments',
  tokens: attachmentTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { files, workspace, places } = fileTokens;
    provide(
      options,
      attachmentTokens.attachments,
      {
        files,
        workspace,
        places,
        everybody: peopleTokens.people,
        crypto: secretTokens.crypto,
        log: p.log,
      },
      ({ everybody, ...deps }) =>
        new AttachmentService({
          ...deps,
          people: async () => (await everybody.list()).map(({ personId }) => personId),
        }),
    );
  },
  services: { attachments: attachmentTokens.attachments },
  start: async ({ get }) => {
    await get(attachmentTokens.attachments).sweep();
  },
} satisfies Module;
