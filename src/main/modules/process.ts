import type { ContainerModuleLoadOptions } from 'inversify';
import { inEnglish } from '../../contract/words/english.ts';
import { WriteGate } from '../../core/kernel/write-gate.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { processTokens } from '../tokens.ts';
import { storeFaultsOnce } from '../store-faults-once.ts';

const t = processTokens;

/** Parts that exist once per process and are shared by its engines, and the write gate of this engine. */
export const processModule = {
  name: 'process',
  tokens: t,
  bind: (options: ContainerModuleLoadOptions) => {
    const of = { platform: t.platform };
    provide(options, t.clock, of, ({ platform }) => platform.clock);
    provide(options, t.ids, of, ({ platform }) => platform.ids);
    provide(options, t.log, of, ({ platform }) => storeFaultsOnce(platform.log));
    provide(options, t.knownSecrets, of, ({ platform }) => platform.knownSecrets);
    provide(options, t.words, {}, () => ({ inEnglish }));
    provide(options, t.validator, of, ({ platform }) => platform.validator);
    provide(options, t.vitals, of, ({ platform }) => platform.vitals);
    provide(options, t.boot, of, ({ platform }) => platform.boot);
    provide(options, t.gate, {}, () => new WriteGate());
    provide(options, t.ownPorts, {}, () => new Set());
  },
} satisfies Module;
