import { impossible, invalid, notFound, refusalsInText } from '../../kernel/refusal.ts';

export const refuse = refusalsInText({
  invalid_request: invalid('These settings are not valid.'),
  provider_unknown: notFound(
    'There is no provider of this kind: use primary, compat, custom or cloud_hosted.',
  ),
  models_not_listed: impossible(
    'This provider has no list of its models. Take the id of the model from its documentation.',
  ),
});
