import type { Model, ModelEvent, ModelRequest } from '../../ports/model.ts';
import { ModelAround } from '../../ports/model-around.ts';

/** The same model, linked to its fast sibling, on which sub-agents of simple roles run. */
export class WithFastModel extends ModelAround {
  readonly openFast: () => Promise<Model>;

  constructor(model: Model, openFast: () => Promise<Model>) {
    super(model);
    this.openFast = openFast;
  }

  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent> {
    return this.model.stream(request, signal);
  }
}
