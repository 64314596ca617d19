import { say } from '../../../../core/keeping/backups/says.ts';
import { EVERYONE, isOf } from '../../../../core/trust/people/model.ts';
import type { ConsentChange, GrantStore } from '../../../../core/conversation/consent/store.ts';
import type { Grant, GrantedClass } from '../../../../core/conversation/consent/model.ts';
import { grantId, personId, threadId, triggerId, workflowId } from '../../../../core/kernel/ids.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Word } from '../../sql/said.ts';
import { asJson, listOfTexts, membersOf, objectOf } from '../../sql/words.ts';
import { stepsOf } from '../../sql/step.ts';
import { grants as migration } from './migrations/grants.ts';
import { read, type Db, type NewRow, type Part, type Row } from './part.ts';
import { inOrder } from './row-order.ts';
import { cutOff, kept, ofPerson } from '../exported.ts';
import type { ConsentTables } from './schema.ts';

const GRANTS_ENDED = say('arrived.grants');

export const consent: Part<ConsentTables, ConsentChange, { readonly grants: GrantStore }> = {
  migration,
  ids: [['grants', 'grant_id']],
  exported: {
    grants: {
      arriving: {
        columns: {
          ...kept(
            'grant_id',
            'class',
            'target',
            'tool',
            'thread_id',
            'created_at',
            'expires_at',
            'folder',
            'trigger_id',
            'workflow_id',
          ),
          ...ofPerson,
          // One that was revoked since the backup must not be in force again, and anyone can write a file with grants.
          revoked_at: cutOff('coalesce(revoked_at, :at)', GRANTS_ENDED),
        },
      },
      section: 'grants',
      says: 'what the agent may do without asking',
    },
  },
  steps: (db) => ({
    'grant.give': ({ grant }) => stepsOf([db.insertInto('grants').values(grantRow(grant))]),
    'grant.leaves-trigger': ({ grantId: id }) => [
      sql`UPDATE triggers SET updated_at = updated_at + 1, permissions_json = ${without(id)}
        WHERE trigger_id = (SELECT trigger_id FROM grants WHERE grant_id = ${id})`.compile(db),
      sql`UPDATE workflows SET permissions_json = ${without(id)}
        WHERE workflow_id = (SELECT workflow_id FROM grants WHERE grant_id = ${id})`.compile(db),
    ],
    'grant.revoke': ({ grantId, at }) => {
      const counting = db.updateTable('grants').set({ revoked_at: at }).where('revoked_at', 'is', null);
      return stepsOf([counting.where('grant_id', '=', grantId)]);
    },
  }),
  reads: (db) => ({ grants: grantStore(db) }),
};

/** The permissions of a row without what a consent says. */
function without(id: string): Word<string> {
  const those = (list: string, named: RawBuilder<unknown>) =>
    sql`(SELECT ${listOfTexts(sql.ref('each.value'))}
      FROM ${membersOf(sql`${asJson(sql.ref('permissions_json'))} -> ${sql.lit(list)}`)} AS each
      WHERE each.value IS DISTINCT FROM (SELECT ${named} FROM grants WHERE grant_id = ${id}))`;
  return objectOf({
    tools: those('tools', sql`tool`),
    hosts: those('hosts', sql`CASE WHEN tool IS NULL THEN target END`),
    folders: those('folders', sql`folder`),
  });
}

const grantStore = (db: Db): GrantStore => ({
  get: async (whose, grantId) => {
    const query = db.selectFrom('grants').selectAll().where('grant_id', '=', grantId);
    const row = await read(query.executeTakeFirst());
    return row && isOf(whose, row.person_id) ? grantFrom(row) : null;
  },

  inForce: async (whose, now) => {
    let query = db.selectFrom('grants').selectAll().where('revoked_at', 'is', null);
    if (whose !== EVERYONE) query = query.where('person_id', '=', whose);
    const counting = query.where('created_at', '<=', now).where('expires_at', '>', now);
    const rows = await read(counting.orderBy(inOrder, 'desc').execute());
    return rows.map(grantFrom);
  },
});

const grantRow = (grant: Grant): NewRow<'grants'> => ({
  grant_id: grant.grantId,
  class: grant.class,
  target: grant.target,
  tool: grant.tool,
  thread_id: grant.threadId,
  folder: grant.folder,
  trigger_id: grant.triggerId,
  workflow_id: grant.workflowId,
  person_id: grant.personId,
  created_at: grant.createdAt,
  expires_at: grant.expiresAt,
  revoked_at: grant.revokedAt,
});

const grantFrom = (row: Row<'grants'>): Grant => ({
  grantId: grantId(row.grant_id),
  class: row.class as GrantedClass,
  target: row.target,
  tool: row.tool,
  threadId: row.thread_id === null ? null : threadId(row.thread_id),
  folder: row.folder,
  triggerId: row.trigger_id === null ? null : triggerId(row.trigger_id),
  workflowId: row.workflow_id === null ? null : workflowId(row.workflow_id),
  personId: personId(row.person_id),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
});
