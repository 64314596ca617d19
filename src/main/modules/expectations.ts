import type { ContainerModuleLoadOptions } from 'inversify';
import { usableFor } from '../../core/execution/runs/offered-tools.ts';
import { re2Patterns } from '../../adapters/out/system/re2-patterns.ts';
import { Expectations } from '../../core/automation/expectations/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  artifactTokens,
  collectionTokens,
  expectationTokens,
  fileTokens,
  processTokens,
  runTokens,
  webTokens,
} from '../tokens.ts';

/** What triggers and workflows state about success and permissions. */
export const expectationsModule = {
  name: 'expectations',
  tokens: expectationTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    provide(
      options,
      expectationTokens.expectations,
      {
        workspace: fileTokens.workspace,
        places: fileTokens.places,
        web: webTokens.web,
        artifacts: artifactTokens.artifacts,
        records: collectionTokens.records,
        words: processTokens.words,
      },
      (deps) => new Expectations({ ...deps, patterns: re2Patterns }),
    );
    provide(
      options,
      expectationTokens.placeOfTool,
      { toolBox: runTokens.toolBox },
      ({ toolBox }) =>
        (name, personId) => {
          const consent = usableFor(personId, toolBox.tools()).find((tool) => tool.name === name)?.consent;
          const judged = { personId, signal: new AbortController().signal };
          const demand = typeof consent === 'function' ? consent({}, judged) : null;
          return typeof demand === 'object' && demand !== null && 'to' in demand ? (demand.to ?? null) : null;
        },
    );
  },
} satisfies Module;
