import { sayFailure } from '../../../../core/instance/models/says.ts';
import { WireFailure } from './failure.ts';

/**
 * The key, if it is valid in a header. The network error for an invalid one would quote it.
 * @throws WireFailure for an invalid key: a mistake in the settings, which a retry does not fix
 */
export function checkedKey(key: string | null): string | null {
  if (key === null || /^[\x21-\x7E]+$/u.test(key)) return key;
  throw new WireFailure({
    says: [sayFailure('model.key_damaged')],
    retryable: false,
    fault: 'key',
  });
}
