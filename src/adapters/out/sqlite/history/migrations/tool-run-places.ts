import type { Migration } from '../../migrate.ts';

/** The place of a run's files by its name, where its folder was a path: `/tmp/svc-files/<run id>` becomes `svc-files`. */
export const toolRunPlaces: Migration = {
  name: 'tool-run-places',
  sql: `
    ALTER TABLE tool_runs RENAME COLUMN files_dir TO files_place;
    UPDATE tool_runs SET files_place = CASE WHEN substr(files_place, -1 - length(run_id)) = '/' || run_id
      THEN substr(files_place, 1, length(files_place) - length(run_id) - 1) END;
    UPDATE tool_runs SET
      files_place = substr(files_place, 1 + length(rtrim(files_place, replace(files_place, '/', ''))));
  `,
};
