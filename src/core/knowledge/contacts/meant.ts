import type { GraphService } from '../graph/service.ts';
import type { Entity } from '../graph/model.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { refuse } from './errors.ts';

/**
 * The one contact that an id or a name means. What is no contact does not count.
 * @throws Refusal contact_not_found; ambiguous_name with `candidates` if several contacts have the name
 */
export async function contactMeant(graph: Pick<GraphService, 'meant'>, reference: string): Promise<Entity> {
  try {
    return await graph.meant(reference, null, ({ isContact }) => isContact);
  } catch (error) {
    if (!isRefusal(error) || error.code !== 'entity_not_found') throw error;
    const named = reference.length > 80 ? `${reference.slice(0, 80).toWellFormed()}…` : reference;
    throw refuse.contact_not_found(
      { name: named },
      `There is no contact ${JSON.stringify(named)}. Search for it by a part of its name.`,
    );
  }
}
