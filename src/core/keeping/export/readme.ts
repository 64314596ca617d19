/** What is in the zip of somebody's own data, for that person. */
export const ownReadmeText = (exportedAt: number, serviceVersion: string): string => `# Your data

This is what svc ${serviceVersion} held of yours on ${new Date(exportedAt).toISOString()}.

- \`export.json\` has all records, in sections such as \`threads\`, \`messages\`, \`memory\`, \`runs\` and \`spentDays\`. Each
  section says its \`count\`, and has that many \`items\`, one on a line. Items refer to each other by ids. Times are in UTC. The
  last field is \`complete\`: without it the file was cut off, and where it is false, \`problems\` says what is missing.
- \`export.schema.json\` describes \`export.json\` to a program (JSON Schema), and says what each section is.
- \`files/artifacts\` has the contents of your artifacts; \`artifactVersions\` in \`export.json\` names each by its \`contentHash\`.
- \`files/changesets\` has earlier contents of files whose changes wait for your review, and files that you deleted;
  \`changedFiles\` and \`deletedFiles\` name them.
- \`files/workspace\` has your files, as they are, also where one has a password in it. \`skippedFiles\` names the links and special
  files that are not here, and files that went while this was made. A \`%5C\` in the name of one stands for a backslash, and
  \`%255C\` for \`%5C\`.

Of your secrets there are the names only; known ones are masked as \`[redacted]\`. Not in here are how you sign in, and what
everybody here has: contacts and deals, collections, shared files, and what others share with you.
`;

/** What is in the zip, for a person. */
export const readmeText = (exportedAt: number, serviceVersion: string): string => `# Your data

This is everything that svc ${serviceVersion} held for you on ${new Date(exportedAt).toISOString()}.

- \`export.json\` has all records, in sections such as \`threads\`, \`messages\`, \`memory\`, \`entities\` and \`runs\`. Each section
  says its \`count\`, and has that many \`items\`, one on a line. Items refer to each other by ids: the \`threadId\` of a
  message is that of its conversation. Times are in UTC. The last field is \`complete\`: without it the file was cut off, and
  where it is false, \`problems\` says what is missing.
- \`export.schema.json\` describes \`export.json\` to a program (JSON Schema), and says what each section is.
- \`files/artifacts\` has the contents of artifacts; \`artifactVersions\` in \`export.json\` names each by its \`contentHash\`.
- \`files/changesets\` has earlier contents of files, whether their changes wait for your review or were kept, and files that were deleted; \`changedFiles\` and \`deletedFiles\` name them.
- \`files/workspace\` is the folder of the agent, where it is in the data directory. \`skippedFiles\` names the links and special
  files that are not here. Its files are as they are, also where one has a password in it. A \`%5C\` in
  the name of one stands for a backslash, and \`%255C\` for \`%5C\`.

Of secrets there are the names only. Known secrets are masked as \`[redacted]\`, also in settings. Not in here are indexes and
sums that svc makes by itself from the rest, and backups.

To read it back into an empty svc: \`svc import <this file>\`. Schedules, watches and reminders then wait until you confirm
them, what the agent was allowed without asking has to be allowed again, and secrets have to be set again.
`;
