import type { Migration } from '../../migrate.ts';

/** The sources of what agents state in conversations. */
const TAUGHT = `(SELECT source FROM sources WHERE tool IN ('extraction', 'save_entity', 'relate_entities'))`;

/**
 * Who alone sees what: a person, the owner as no text; NULL is everybody. What conversations taught so far is the owner's,
 * and an entity that is known from nothing else, with all that is stated of it; what was entered or imported, and every
 * contact, is everybody's. Nobody shows an entity that more people see than its own.
 */
export const whoseGraph: Migration = {
  name: 'whose-graph',
  sql: `
    ALTER TABLE entities ADD COLUMN seen_by TEXT;
    -- When it changed for everybody; NULL: as updated_at says, which is for the owner.
    ALTER TABLE entities ADD COLUMN house_updated_at INTEGER;
    ALTER TABLE names ADD COLUMN seen_by TEXT;
    ALTER TABLE facts ADD COLUMN seen_by TEXT;
    ALTER TABLE relations ADD COLUMN seen_by TEXT;
    ALTER TABLE mentions ADD COLUMN seen_by TEXT DEFAULT '';

    UPDATE names SET seen_by = '' WHERE source IN ${TAUGHT};
    UPDATE facts SET seen_by = '' WHERE source IN ${TAUGHT};
    UPDATE relations SET seen_by = '' WHERE source IN ${TAUGHT};
    UPDATE entities SET seen_by = '' WHERE is_contact = 0
      AND entity_no IN (SELECT entity_no FROM names WHERE seen_by = '')
      AND entity_no NOT IN (SELECT entity_no FROM names WHERE seen_by IS NULL);
    WITH RECURSIVE shows (no) AS (
        SELECT merged_into FROM entities WHERE seen_by IS NULL AND merged_into IS NOT NULL
        UNION SELECT merged_into FROM entities JOIN shows ON entity_no = shows.no WHERE merged_into IS NOT NULL)
      UPDATE entities SET seen_by = NULL WHERE entity_no IN (SELECT no FROM shows);
    UPDATE names SET seen_by = NULL WHERE seen_by = '' AND hides = 0 AND text = (
      SELECT name FROM entities WHERE entities.entity_no = names.entity_no AND entities.seen_by IS NULL);
    UPDATE names SET seen_by = '' WHERE entity_no IN (SELECT entity_no FROM entities WHERE seen_by = '');
    UPDATE facts SET seen_by = '' WHERE entity_no IN (SELECT entity_no FROM entities WHERE seen_by = '');
    UPDATE relations SET seen_by = '' WHERE from_no IN (SELECT entity_no FROM entities WHERE seen_by = '')
      OR to_no IN (SELECT entity_no FROM entities WHERE seen_by = '');
    UPDATE entities SET house_updated_at = max(created_at, coalesce(
        (SELECT max(created_at) FROM facts WHERE facts.entity_no = entities.entity_no AND facts.seen_by IS NULL), 0))
      WHERE seen_by IS NULL AND entity_no IN (SELECT entity_no FROM facts WHERE seen_by = '');

    -- What members alone see: there is nothing in these as long as there are none.
    CREATE INDEX entities_of_members ON entities (seen_by) WHERE seen_by <> '';
    CREATE INDEX names_of_members ON names (seen_by) WHERE seen_by <> '';
    CREATE INDEX facts_of_members ON facts (seen_by) WHERE seen_by <> '';
    CREATE INDEX relations_of_members ON relations (seen_by) WHERE seen_by <> '';
    CREATE INDEX mentions_of_members ON mentions (seen_by) WHERE seen_by <> '';
  `,
};
