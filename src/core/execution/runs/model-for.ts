import type { Whose } from '../../trust/people/model.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Model, ModelGateway } from '../../ports/model.ts';
import type { RunRequest } from './request.ts';

interface Found {
  readonly model: Model;
  /** The profile of its thread is gone, and this is the model of the settings. */
  readonly isProfileGone: boolean;
}

/** The model that answers a request. @throws the refusals of opening a profile */
export async function modelFor(
  {
    profile,
    isThreadsProfile = false,
    model: named = null,
    background,
    startedBy: { personId },
  }: Pick<RunRequest, 'startedBy' | 'profile' | 'isThreadsProfile' | 'model' | 'background'>,
  models: ModelGateway,
): Promise<Found> {
  if (isThreadsProfile) return await openKept(profile, models, personId);
  const model = await (named === null
    ? models.open(profile, personId)
    : models.open(profile, personId, named));
  return {
    model: background?.isFast === true && model.openFast ? await model.openFast() : model,
    isProfileGone: false,
  };
}

/**
 * The model of a profile that a thread has kept since it began; that of the settings, if there is no such profile any
 * more. @throws the other refusals of opening a profile
 */
export async function openKept(profile: string | null, models: ModelGateway, whose: Whose): Promise<Found> {
  try {
    return { model: await models.open(profile, whose), isProfileGone: false };
  } catch (error) {
    if (profile === null || !isRefusal(error) || error.code !== 'profile_unknown') throw error;
    return { model: await models.open(null, whose), isProfileGone: true };
  }
}
