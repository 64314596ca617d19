import {
  conflict,
  forbidden,
  impossible,
  invalid,
  notFound,
  refusalsInText,
  tooLarge,
  unavailable,
} from '../../kernel/refusal.ts';

export const refuse = refusalsInText({
  backup_files_are_not_for_tools: forbidden(
    'This belongs to the backups of svc in the drive. Tools can neither read nor change backups, and put nothing among them.',
  ),
  backup_check_unclear: forbidden(
    'It cannot be told whether this belongs to the backups of svc, because the folders around it cannot be looked at. So tools may not use it. Choose another file, or ask your owner to move it.',
  ),
  cloud_id_invalid: invalid(
    'This is neither an id nor an address of a file at Google. Take the id from drive_search, or an address of docs.google.com or drive.google.com.',
  ),
  cloud_input_incomplete: invalid('The call lacks something that it needs.'),
  cloud_file_not_found: notFound(
    'The account has no file with this id, or may not see it. Find it with drive_search.',
  ),
  cloud_file_kind: impossible('This kind of file cannot be used by this tool.'),
  cloud_file_too_large: tooLarge(
    'This is larger than 5 MB, so it was not read or sent. Ask your owner for a smaller file, or read a smaller range.',
  ),
  cloud_file_not_permitted: forbidden(
    'The account may not do this with the file: its owner, or the administrator of the account, does not allow it. Nothing was done.',
  ),
  cloud_file_changed: conflict(
    'The file was changed since it was read. Nothing was written. Read it again, then decide anew.',
  ),
  cloud_text_not_found: conflict(
    'The text to replace does not occur in the document. Nothing was changed. Read the document, and give the exact text.',
  ),
  cloud_range_unreadable: invalid(
    'The spreadsheet has no such range. Write it like Sheet1!A1:C10; sheets_read without a range names the sheets.',
  ),
  cloud_call_stopped: conflict('The call was stopped. Nothing was changed at Google.'),
  cloud_change_unclear: unavailable(
    'Google did not confirm the change: it may have been made, or not. Read the file before you try again.',
  ),
  secret_for_cloud: forbidden(
    'This holds the value of a secret, so it was not sent to Google. Leave the secret out.',
  ),
});
