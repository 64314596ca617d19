import { Wrong } from './errors.ts';
import type { FaceAnswer, FaceCall } from './engine.ts';
import { OWN_MODEL } from './request.ts';

/** `GET /v1/models` and `GET /v1/models/:id`: the model of the settings, and the profiles. */
export async function models({ engine }: FaceCall, named: string): Promise<FaceAnswer> {
  const { profiles } = await engine['faces.profiles']();
  const all = [OWN_MODEL, ...profiles].map((id) => ({ id, object: 'model', created: 0, owned_by: 'svc' }));
  if (named === '') return { status: 200, headers: {}, body: { json: { object: 'list', data: all } } };
  const found = all.find(({ id }) => id === decoded(named));
  if (!found) throw new Wrong('There is no such model.', 'model', 'model_not_found');
  return { status: 200, headers: {}, body: { json: found } };
}

function decoded(named: string): string {
  try {
    return decodeURIComponent(named);
  } catch {
    return named;
  }
}
