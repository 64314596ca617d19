import type { Mentions } from '../../core/graph/mentions.ts';
import type { NewWords } from '../../core/graph/news.ts';
import type { ContactPoints } from '../../core/graph/port.ts';
import type { GraphService } from '../../core/graph/service.ts';
import type { GraphStore } from '../../core/graph/store.ts';
import type { Acquaintances } from '../../core/memory/port.ts';
import { token } from '../token.ts';

export const graphTokens = {
  newWords: token<NewWords>('new-words'),
  acquaintances: token<Acquaintances>('acquaintances'),
  mentions: token<Mentions>('mentions'),
  graphStore: token<GraphStore>('graph-store'),
  contactPoints: token<ContactPoints>('contact-points'),
  graph: token<GraphService>('graph'),
};
