/**
 * Messages for people when a unique index refuses a row and the store has no better one. Keys are index names; a
 * test compares them with the database.
 */
export const UNIQUE_WORDS: Readonly<Record<string, string>> = {
  users_login: 'another user has this login',
  users_external_id: 'another user has this external id',
  user_identities_subject: 'this account of the provider is linked already',
  sign_in_providers_code: 'another provider has this code',
  groups_provider_name: 'the provider has another group with this name',
  directories_names: 'the folder has another one with this name',
  files_names: 'the folder has another file with this name',
  marketing_preferences_name: 'another preference has this name',
  marketing_subscribers_email: 'another subscriber has this address',
  marketing_subscribers_item: 'this item is a subscriber already',
  marketing_segments_external: 'another segment has this external id',
  registrations_number: 'another document has this number',
  registrations_index: 'another document has this number',
  registrations_once: 'the document is registered in this folder already',
  process_messages_key: 'a message with this key was sent already',
  definitions_kind_namespace_code_key: 'another definition of this kind has this code',
  groups_namespace_code_key: 'another group of the workspace has this code',
  nomenclature_directories_path_key: 'another office or category has this path',
  nomenclature_folders_path_key: 'another nomenclature folder has this path',
  org_units_kind_code_key: 'another department or position has this code',
  push_subscriptions_endpoint_key: 'this browser gets notices of another session already',
  imports_running: 'another import into this app is running',
}

export const uniqueWords = (index: string | undefined): string =>
  UNIQUE_WORDS[index ?? ''] ?? 'somebody else has just stored the same: look, and try again'
