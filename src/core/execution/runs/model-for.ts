import type { Model, ModelGateway } from '../../ports/model.ts';
import type { RunRequest } from './request.ts';

/** The model that answers a request. @throws the refusals of opening a profile */
export async function modelFor(
  { profile, model: named = null, background }: Pick<RunRequest, 'profile' | 'model' | 'background'>,
  models: ModelGateway,
): Promise<Model> {
  const model = await (named === null ? models.open(profile) : models.open(profile, named));
  return background?.isFast === true && model.openFast ? await model.openFast() : model;
}
