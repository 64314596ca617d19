import { WireFailure } from './failure.ts';

/**
 * A key as a header can carry it. What the network says of another one quotes it.
 * @throws WireFailure for any other: it is a slip in the settings, which no retry mends
 */
export function checkedKey(key: string | null): string | null {
  if (key === null || /^[\x21-\x7E]+$/u.test(key)) return key;
  throw new WireFailure({
    error:
      'The key of the provider has characters that no key has. Copy it again, without quotes or line breaks.',
    retryable: false,
  });
}
