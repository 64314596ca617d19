import type { GraphService } from '../graph/service.ts';
import type { Entity } from '../graph/model.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { refuse } from './errors.ts';
import { say } from './says.ts';
import { quote } from '../../kernel/quoted.ts';

/**
 * The one contact that an id or a name means. What is no contact does not count.
 * @throws Refusal contact_not_found; ambiguous_name with `candidates` if several contacts have the name
 */
export async function resolveContact(graph: Pick<GraphService, 'meant'>, reference: string): Promise<Entity> {
  try {
    return await graph.meant(reference, null, ({ isContact }) => isContact);
  } catch (error) {
    if (!isRefusal(error) || error.code !== 'entity_not_found') throw error;
    const name = quote(reference, 80);
    throw refuse.contact_not_found({ name: name.quoted }, say('contacts.not_named', { name }));
  }
}
