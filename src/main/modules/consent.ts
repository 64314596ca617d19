import { ContainerModule } from 'inversify';
import { ConsentService } from '../../core/consent/service.ts';
import type { GrantStore } from '../../core/consent/store.ts';
import { provide } from '../provide.ts';
import { t } from '../tokens.ts';

/** What the agent may do, and what of it needs the owner's consent. */
export const consentModule = (grants: GrantStore): ContainerModule =>
  new ContainerModule((options) => {
    options.bind(t.grantStore).toConstantValue(grants);
    provide(options, t.knownServers, { apis: t.apiRegistry }, ({ apis }) => ({
      has: (url) => apis.isAt(url),
    }));
    provide(
      options,
      t.consents,
      {
        grants: t.grantStore,
        journal: t.journal,
        threads: t.threadStore,
        prompts: t.prompts,
        knownServers: t.knownServers,
        ids: t.ids,
        clock: t.clock,
      },
      (deps) => new ConsentService(deps),
    );
  });
