import type { PersonId } from '../../kernel/ids.ts';
import type { Belongings } from '../removal/port.ts';
import type { SecretService } from './service.ts';

type OfOne = Pick<ReturnType<SecretService['of']>, 'list' | 'delete'>;

/** The secrets of a person when they are removed: nobody else has them. */
export function secretBelongings(of: (person: PersonId) => OfOne): Belongings {
  const erase = async (person: PersonId): Promise<number> => {
    const own = of(person);
    const all = own.list();
    for (const { name } of all) await own.delete(name);
    return all.length;
  };
  return { erase, handOver: erase };
}
