import type { ContainerModuleLoadOptions } from 'inversify';
import { DiskPeopleFile } from '../../adapters/out/files/people-file.ts';
import { AccessChanged } from '../../core/trust/people/changed.ts';
import { Ongoing } from '../../core/kernel/ongoing.ts';
import { PeopleService } from '../../core/trust/people/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { databaseTokens, peopleTokens, processTokens as p } from '../tokens.ts';

/** Who there is, and who asks. */
export const peopleModule = {
  name: 'people',
  tokens: peopleTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { peopleStore, people, accessFile, accessChanged, ongoing } = peopleTokens;
    const { databases, journal } = databaseTokens;
    provide(options, peopleStore, { databases }, (all) => all.databases.history.people);
    provide(
      options,
      accessFile,
      { settings: p.settings, gate: p.gate },
      ({ settings: { dataDir }, gate }) => new DiskPeopleFile({ dataDir, gate: gate.beside }),
    );
    provide(options, accessChanged, {}, () => new AccessChanged());
    provide(options, ongoing, {}, () => new Ongoing());
    provide(
      options,
      people,
      {
        journal,
        people: peopleStore,
        file: accessFile,
        changed: accessChanged,
        ongoing,
        ids: p.ids,
        clock: p.clock,
        log: p.log,
        databases,
      },
      ({ databases: { owner }, ...deps }) => new PeopleService({ ...deps, known: owner }),
    );
  },
  drain: async (get) => get(peopleTokens.accessChanged).close(),
  services: { people: peopleTokens.people, accessChanged: peopleTokens.accessChanged },
  start: ({ get }) => get(peopleTokens.people).load(),
} satisfies Module;
