import { invalid, refusals } from '../../kernel/refusal.ts';

export const refuse = refusals({
  invalid_pattern: invalid(
    'This is not a regular expression that the engine can search with. Look-around and back references do not exist here.',
  ),
  invalid_expectation: invalid('This expectation cannot be checked.'),
});
