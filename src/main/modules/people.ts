import type { ContainerModuleLoadOptions } from 'inversify';
import { PeopleService } from '../../core/trust/people/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { databaseTokens, peopleTokens, processTokens as p } from '../tokens.ts';

/** Who there is, and who asks. */
export const peopleModule = {
  name: 'people',
  tokens: peopleTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { peopleStore, people } = peopleTokens;
    const { databases, journal } = databaseTokens;
    provide(options, peopleStore, { databases }, (all) => all.databases.history.people);
    provide(
      options,
      people,
      { journal, people: peopleStore, ids: p.ids, clock: p.clock, databases },
      ({ databases: { owner }, ...deps }) => new PeopleService({ ...deps, known: owner }),
    );
  },
  services: { people: peopleTokens.people },
  start: ({ get }) => get(peopleTokens.people).load(),
} satisfies Module;
