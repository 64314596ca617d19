import { WireFailure } from './failure.ts';

/**
 * The key, if it is valid in a header. The network error for an invalid one would quote it.
 * @throws WireFailure for an invalid key: a mistake in the settings, which a retry does not fix
 */
export function checkedKey(key: string | null): string | null {
  if (key === null || /^[\x21-\x7E]+$/u.test(key)) return key;
  throw new WireFailure({
    error:
      'The key of the provider has characters that no key has. Copy it again, without quotes or line breaks.',
    retryable: false,
    fault: 'key',
  });
}
