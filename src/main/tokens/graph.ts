import type { ContactPoints } from '../../core/graph/port.ts';
import type { GraphService } from '../../core/graph/service.ts';
import type { GraphStore } from '../../core/graph/store.ts';
import { token } from '../token.ts';

export const graphTokens = {
  graphStore: token<GraphStore>('graph-store'),
  contactPoints: token<ContactPoints>('contact-points'),
  graph: token<GraphService>('graph'),
};
