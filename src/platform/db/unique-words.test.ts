import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { messageFor, toAppError } from './errors.ts'
import { sql } from './sql.ts'
import { UNIQUE_WORDS } from './unique-words.ts'

const { make } = await startApp()

/** Values that nobody chooses: ids, hashes, names of stored objects, and one row of each owner. */
const NOBODY_CHOOSES = [
  'address_changes_hash_key',
  'account_links_hash_key',
  'drafts_number_key',
  'event_archives_object_key',
  'file_bodies_object_key',
  'file_parts_object_key',
  'form_submissions_hash_key',
  'form_submissions_proof_id_key',
  'grants_object_kind_object_id_right_code_subject_kind_subjec_key',
  'nomenclature_folders_serial_id_key',
  'process_callbacks_instance_id_token_key',
  'process_incidents_open',
  'process_jobs_timer',
  'process_tasks_instance_id_token_key',
  'push_subscriptions_session_id_key',
  'report_mails_schedule_id_user_id_due_at_key',
  'sessions_hash_key',
  'sign_in_attempts_hash_key',
  'tokens_hash_key',
]

test('a value that only one row may have, and that people choose, has words', async () => {
  const rows = await make.asSystem((ctx) =>
    ctx.db.all(sql<{ name: string }>`
      select c.relname as name from pg_index i
      join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'kontor' and i.indisunique and not i.indisprimary`),
  )

  const known = [...Object.keys(UNIQUE_WORDS), ...NOBODY_CHOOSES]
  expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted())
})

const refused = (code: string, constraint: string) =>
  Object.assign(new DatabaseError(`duplicate key value violates "${constraint}"`, 0, 'error'), {
    code,
    constraint,
  })

test('a second row with the same value is a conflict in words, and no error of the database', () => {
  const [known, unknown] = [refused('23505', 'users_login'), refused('23505', 'x_key')]

  expect(toAppError(known)).toMatchObject({
    code: 'conflict',
    message: 'another user has this login',
  })
  expect(messageFor(unknown)).toContain('somebody else has just stored the same')
  expect(messageFor(refused('23514', 'users_check'))).not.toContain('users_check')
})
