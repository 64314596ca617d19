import { chat } from './chat.ts';
import { messages } from './messages.ts';
import type { Wire, WireName } from './wire.ts';

export const wires: readonly Wire[] = [messages, chat];

export const wireNamed = (name: WireName): Wire => ({ messages, chat })[name];
