import type { ContainerModuleLoadOptions } from 'inversify';
import { tagsRenderers } from '../../adapters/in/agent/tags.ts';
import { TagService } from '../../core/conversation/tags/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { databaseTokens, tagTokens, threadTokens } from '../tokens.ts';

/** Tags of threads. */
export const tagsModule = {
  name: 'tags',
  tokens: tagTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { tagStore, tags } = tagTokens;
    const { databases, journal } = databaseTokens;
    provide(options, tagStore, { databases }, (all) => all.databases.history.tags);
    provide(
      options,
      tags,
      { journal, tags: tagStore, threads: threadTokens.threadStore },
      (parts) => new TagService(parts),
    );
  },
  services: { tags: tagTokens.tags },
  renderers: tagsRenderers,
} satisfies Module;
