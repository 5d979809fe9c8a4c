import { NIL_ID } from '../../../../lib/ids.ts'
import { hidden, ROW, type Source, sourceColumns } from '../../../../lists/source.ts'
import { raw, type Sql, sql } from '../../../../platform/db/sql.ts'

const known = hidden(
  sourceColumns([
    ['__id', 'ID', 'id'],
    ['__deletedAt', 'DATETIME', 'deleted_at'],
  ]),
)
const marks = sourceColumns([
  ['createdAt', 'DATETIME', 'created_at'],
  ['createdBy', 'ID', 'created_by'],
  ['updatedAt', 'DATETIME', 'updated_at'],
  ['updatedBy', 'ID', 'updated_by'],
  ['deletedAt', 'DATETIME', 'deleted_at'],
])

export const directories: Source = {
  table: raw('kontor.nomenclature_directories'),
  where: [],
  order: [{ field: 'name', ascending: true }],
  columns: new Map([
    ...known,
    ...sourceColumns([
      ['id', 'ID', 'id'],
      ['name', 'STRING', 'name'],
      ['parentId', 'ID', 'parent_id'],
    ]),
    ...marks,
  ]),
}

/** A due reset happens with the next number, but the number after it is shown already. */
const settingsAt = (now: Date): Sql => sql`json_build_object(
  'templateEnabled', ${ROW}.template_enabled,
  'template', ${ROW}.template,
  'minLength', ${ROW}.min_length,
  'reserveEnabled', ${ROW}.reserve_enabled,
  'editAfterRegistration', ${ROW}.edit_after_registration,
  'through', ${ROW}.through_serial_id is not null,
  'throughSerialId', coalesce(${ROW}.through_serial_id, ${NIL_ID}::uuid),
  'useReleased', ${ROW}.use_released,
  'resetInPeriod', ${ROW}.reset_in_period,
  'resetSettings', case when ${ROW}.reset_period is not null then json_build_object(
    'resetPeriod', ${ROW}.reset_period,
    'resetPeriodCount', ${ROW}.reset_period_count,
    'nextResetAt', to_char(kontor.reset_after(${ROW}.next_reset_at,
      (${ROW}.reset_period_count || ' ' || ${ROW}.reset_period)::interval, ${now}::timestamptz)
      at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) end)`

export const foldersAt = (now: Date): Source => ({
  table: raw(`(select f.*, s.use_released, s.reset_in_period, s.reset_period,
      s.reset_period_count, s.next_reset_at
    from kontor.nomenclature_folders f join kontor.serials s on s.id = f.serial_id)`),
  where: [],
  order: [{ field: 'name', ascending: true }],
  columns: new Map([
    ...known,
    ...sourceColumns([
      ['id', 'ID', 'id'],
      ['directoryId', 'ID', 'directory_id'],
      ['docflow', 'CODE', 'docflow'],
      ['name', 'STRING', 'name'],
      ['serialId', 'ID', 'serial_id'],
      ['registrationSettings', 'JSON', () => settingsAt(now)],
    ]),
    ...marks,
  ]),
})

export const isChildOf = (parent: string | null): Sql =>
  sql`${ROW}.parent_id is not distinct from ${parent}`

export const isIn = (directory: string): Sql => sql`${ROW}.directory_id = ${directory}`

export const hasDocflow = (docflow: string): Sql => sql`${ROW}.docflow = ${docflow}`
