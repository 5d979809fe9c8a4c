import type { Db } from '../../../../platform/db/db.ts'
import { sql } from '../../../../platform/db/sql.ts'
import type { Employee } from '../chart.ts'
import { ENTERPRISE } from '../names.ts'
import { MANAGER } from './resources.ts'

const DEPARTMENT = [ENTERPRISE, 'department']

/** Provisioned users of the company. */
export const listEmployees = (db: Db): Promise<Employee[]> =>
  db.all(sql<Employee>`
    select id, name, left(btrim(coalesce(scim #>> ${DEPARTMENT}::text[], '')), 500) as department,
      ${MANAGER} as manager, displayed_position as title, status <> 3 as "isActive"
    from kontor.users
    where scim is not null and deleted_at is null and not is_guest order by id`)
