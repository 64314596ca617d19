import { filesRenderers } from '../../adapters/in/agent/files.ts';
import type { ContainerModuleLoadOptions } from 'inversify';
import { DiskWorkspace } from '../../adapters/out/files/disk-workspace.ts';
import { FileService } from '../../core/workspace/files/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { changesetTokens, fileTokens, processTokens as p, secretTokens, toolRunTokens } from '../tokens.ts';

/** The workspace, and the agent's tools for it. */
export const filesModule = {
  name: 'files',
  tokens: fileTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { workspace, files } = fileTokens;
    provide(
      options,
      workspace,
      { settings: p.settings, gate: p.gate },
      ({ settings: { workspaceDir, dataDir }, gate }) =>
        new DiskWorkspace({ root: workspaceDir, dataDir, gate }),
    );
    provide(
      options,
      files,
      {
        workspace,
        tracker: changesetTokens.changeTracker,
        given: toolRunTokens.givenFiles,
        crypto: secretTokens.crypto,
      },
      (deps) => new FileService(deps),
    );
  },
  services: { files: fileTokens.files },
  renderers: filesRenderers,
} satisfies Module;
