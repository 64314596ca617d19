import type { FoundEntity, graph } from '../../../contract/agent/graph.ts';
import { modelText, trusted, type Renderers } from './model-text.ts';

/** Relations of one entity that the model is told. */
const MOST = 30;

export const graphRenderers: Renderers<(typeof graph)[number]> = {
  save_entity: ({ saved, view }, marked) => {
    const did = trusted(saved.isNew ? 'Saved as a new entity' : 'Saved');
    const against = saved.contradicts.join(', ');
    const contradicts =
      against === ''
        ? modelText``
        : modelText` It is known otherwise: ${trusted(against)}. Both are kept until your owner says which is right.`;
    return modelText`${did}: ${marked('graph', lineOf(view))}${contradicts}`;
  },
  relate_entities: ({ relationId, isNew }) =>
    isNew
      ? modelText`Saved as the relation ${trusted(relationId)}.`
      : modelText`It was known already, as the relation ${trusted(relationId)}.`,
  find_entities: (found, marked) =>
    found.length === 0
      ? trusted('The graph knows nothing of this name.')
      : modelText`Found, the best first: ${marked('graph', found.map(told).join('\n'))}`,
};

const told = ({ view, relations }: FoundEntity): string =>
  [lineOf(view), ...relations.slice(0, MOST).map((one) => `  ${relationLine(one)}`)].join('\n');

function lineOf({ entity, aliases, detail, further, contradictions }: FoundEntity['view']): string {
  const also = aliases.length === 0 ? [] : [`also called ${aliases.join(', ')}`];
  const details = Object.entries(detail).map(([name, value]) => `${name} ${value}`);
  const others = contradictions.map(
    ({ attribute, value }) => `${attribute} may be ${value ?? 'none'} instead`,
  );
  return [
    `${entity.entityId} ${JSON.stringify(entity.name)}: ${entity.kind}`,
    ...also,
    ...details,
    ...Object.entries(further).map(([name, values]) => `also ${name} ${values.join(', ')}`),
    ...others,
  ].join('; ');
}

const relationLine = ({ kind, from, to, since, until }: FoundEntity['relations'][number]): string => {
  const when = [since === null ? '' : ` since ${since}`, until === null ? '' : ` until ${until}`].join('');
  return `${from.name} ${kind} ${to.name}${when}`;
};
