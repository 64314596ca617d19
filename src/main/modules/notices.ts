import type { ContainerModuleLoadOptions } from 'inversify';
import { NoticeService } from '../../core/automation/notices/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { databaseTokens, noticeTokens } from '../tokens.ts';

/** What triggers have to tell the owner. */
export const noticesModule = {
  name: 'notices',
  tokens: noticeTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { noticeStore, notices } = noticeTokens;
    const { databases, journal } = databaseTokens;
    provide(options, noticeStore, { databases }, (all) => all.databases.history.notices);
    provide(options, notices, { journal, notices: noticeStore }, (parts) => new NoticeService(parts));
  },
  services: { notices: noticeTokens.notices },
} satisfies Module;
