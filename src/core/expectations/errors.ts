import { impossible, invalid, refusals } from '../kernel/refusal.ts';

export const refuse = refusals({
  invalid_pattern: invalid(
    'This is not a regular expression that the engine can search with. Look-around and back references do not exist here.',
  ),
  invalid_expectation: invalid('This expectation cannot be checked.'),
  expectation_unavailable: impossible('The engine cannot check an expectation of this kind yet.'),
});
