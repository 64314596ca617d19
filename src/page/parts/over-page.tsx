import type { ComponentChildren, VNode } from 'preact';
import { createPortal } from 'preact/compat';

/** What stands over the page and not within the part that opened it, whose styles so do not reach it: its dialogs. */
export const OverPage = ({ children }: { children: ComponentChildren }): VNode =>
  createPortal(children, document.body) as VNode;
