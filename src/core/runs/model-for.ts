import type { Model, ModelGateway } from '../ports/model.ts';
import type { RunRequest } from './request.ts';

/** The model that answers a request. @throws the refusals of opening a profile */
export async function modelFor(
  { profile, background }: Pick<RunRequest, 'profile' | 'background'>,
  models: ModelGateway,
): Promise<Model> {
  const model = await models.open(profile);
  return background?.isFast === true && model.openFast ? await model.openFast() : model;
}
