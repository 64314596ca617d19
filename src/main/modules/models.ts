import { ContainerModule } from 'inversify';
import { ModelService } from '../../core/models/service.ts';
import type { ProviderSettings } from '../../core/models/model.ts';
import type { Model, ModelGateway } from '../../core/ports/model.ts';
import { provide } from '../provide.ts';
import { t } from '../tokens.ts';

/** A word every few milliseconds: quick, and still to be seen as it comes. */
const DEMO_PACE_MS = 8;

/** Providers load with their first use. `given` replaces the choice, in tests and benchmarks. */
export const modelsModule = (settings: ProviderSettings, given?: ModelGateway): ContainerModule =>
  new ContainerModule((options) => {
    provide(options, t.models, { clock: t.clock }, ({ clock }): ModelGateway => {
      let demo: Promise<Model> | undefined;
      const openDemo = async () => {
        const { DemoModel } = await import('../../adapters/out/llm/demo/demo-model.ts');
        return new DemoModel({ clock, paceMs: DEMO_PACE_MS });
      };
      const forget = (error: unknown): never => {
        demo = undefined;
        throw error;
      };
      return (
        given ??
        new ModelService({ settings: () => settings, demo: () => (demo ??= openDemo().catch(forget)) })
      );
    });
  });
