import type { ContainerModuleLoadOptions } from 'inversify';
import { FaceService } from '../../core/execution/faces/service.ts';
import { Asides } from '../../core/execution/runs/asides/asides.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  configTokens,
  databaseTokens,
  faceTokens,
  forkTokens,
  modelTokens,
  processTokens as p,
  promptTokens,
  runTokens,
  secretTokens,
  sessionTokens,
  threadTokens,
} from '../tokens.ts';

/** Conversations of clients that speak another's API. */
export const facesModule = {
  name: 'faces',
  tokens: faceTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { faceStore: store, faces } = faceTokens;
    const { databases, journal } = databaseTokens;
    const { runs, masked, sideCalls, turnCaller } = runTokens;
    provide(options, store, { databases }, (all) => all.databases.history.faces);
    provide(
      options,
      faces,
      {
        journal,
        store,
        config: configTokens.config,
        threads: threadTokens.threadStore,
        sessions: sessionTokens.sessions,
        forks: forkTokens.forks,
        prompts: promptTokens.prompts,
        runs,
        masked,
        sideCalls,
        turnCaller,
        models: modelTokens.models,
        crypto: secretTokens.crypto,
        ids: p.ids,
        clock: p.clock,
      },
      ({ sideCalls, turnCaller, models, ...deps }) =>
        new FaceService({ ...deps, asides: new Asides({ sideCalls, turnCaller, models }) }),
    );
  },
  services: { faces: faceTokens.faces },
} satisfies Module;
