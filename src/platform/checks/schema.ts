import { readFile } from 'node:fs/promises'
import type { Db } from '../db/db.ts'
import { describeTables } from '../db/describe-tables.ts'
import { databaseVersion, latestVersion } from '../db/migrate.ts'
import { type Finding, ok, problem, warning } from './check.ts'

const EXPECTED = new URL('../db/tables.json', import.meta.url)

/** Compares the platform tables with those of this release, to find changes made by hand. */
export async function checkSchema(db: Db): Promise<Finding> {
  if ((await databaseVersion(db)) !== (await latestVersion())) {
    return warning('not compared, because the database is at another migration')
  }
  const expected = readColumns(await readFile(EXPECTED, 'utf8'))
  const found = readColumns(await describeTables(db))
  const wrong = [...expected].flatMap(([column, type]) => compare(column, type, found.get(column)))
  if (wrong.length > 0) {
    return problem(`${wrong.join('; ')}: undo the manual changes, or restore a backup`)
  }
  const more = [...found.keys()].filter((column) => !expected.has(column))
  if (more.length === 0) return ok(`the ${expected.size} columns of this release`)
  return warning(`not of this release: ${more.join(', ')}: a restore keeps their values alone`)
}

function compare(column: string, expected: string, found: string | undefined): string[] {
  if (found === expected) return []
  return [found === undefined ? `${column} is missing` : `${column} is ${found}, not ${expected}`]
}

/** `kontor.users.login` → its type. */
const readColumns = (text: string): Map<string, string> =>
  new Map(Object.entries(JSON.parse(text) as Record<string, string>))
