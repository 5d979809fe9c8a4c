import type { Body, Definition } from '../../../definitions/kinds.ts'
import { GLOBAL } from '../../../definitions/layout.ts'
import { differences, isEmpty } from '../../../lib/changes.ts'
import { definitionId } from '../../../lib/codes.ts'
import type { Context } from '../../../platform/context.ts'
import { createUser } from '../../access/service.ts'
import type { PeopleDefinitions, Plan } from '../step.ts'
import type { Person } from './operations.ts'
import { deleteUser, saveDefined } from './service.ts'
import * as store from './store.ts'

type User = Body<'users'>['users'][string]
type DefinedUser = { definition: Definition<'users'>; login: string; user: User }

/** A user who was made by hand stays as they are: a solution only refers to them. */
export async function planUsers(
  ctx: Context,
  { solution, users }: PeopleDefinitions,
  plan: Plan,
): Promise<void> {
  const wanted = users.flatMap((definition) =>
    Object.entries(definition.body.users).map(([login, user]) => ({ definition, login, user })),
  )
  const logins = wanted.map(({ login }) => login.toLowerCase())
  const rows = await store.listDefined(ctx.db, solution, logins)
  const byLogin = new Map(rows.map((row) => [row.login.toLowerCase(), row]))
  for (const each of wanted) planUser(plan, solution, each, byLogin.get(each.login.toLowerCase()))
  for (const { id, login } of rows.filter((row) => isGone(row, solution, logins))) {
    plan.step(`delete user ${login}`, (run) => deleteUser(run, id))
  }
}

const isGone = (row: store.UserRow, solution: string, logins: string[]): boolean =>
  row.solution === solution && !row.deleted_at && !logins.includes(row.login.toLowerCase())

function planUser(plan: Plan, solution: string, wanted: DefinedUser, row?: store.UserRow): void {
  const { definition, login, user } = wanted
  const id = row?.id ?? definitionId('user', GLOBAL, login.toLowerCase())
  plan.names.set(`user:${login.toLowerCase()}`, id)
  const isOwn = !row || row.solution === solution || isLeft(row)
  if (isOwn && user.isAdministrator) plan.administrators.set(id, `user:${login}`)
  const columns = { ...toColumns(user), login, solution }
  if (!row) {
    plan.step(`create user ${login}`, async (ctx) => {
      await createUser(ctx, { id, login, email: columns.email })
      await saveDefined(ctx, id, columns)
    })
  } else if (!isOwn) {
    const message = refusal(row)
    if (message) plan.problem(definition, ['users', login], message)
  } else planUpdate(plan, row, columns)
}

/** What a solution made and deleted is free for the next one. */
const isLeft = ({ solution, deleted_at }: store.UserRow): boolean =>
  solution !== null && deleted_at !== null

function refusal({ login, solution, deleted_at }: store.UserRow): string | undefined {
  if (deleted_at) return `the login "${login}" belongs to a deleted user`
  return solution === null ? undefined : `the user "${login}" belongs to the solution "${solution}"`
}

function planUpdate(plan: Plan, row: store.UserRow, columns: store.UserColumns): void {
  const changed = differences(row, { ...columns, deleted_at: null })
  if (isEmpty(changed)) return
  plan.change(`user ${row.login}`, changed, (ctx) =>
    saveDefined(ctx, row.id, changed, 'user.updated'),
  )
}

const toColumns = (user: User) => ({
  email: user.email,
  last_name: user.lastName,
  first_name: user.firstName,
  middle_name: user.middleName,
  mobile_phone: toPhones('mobile', user.mobilePhone),
  work_phone: toPhones('work', user.workPhone),
  birth_date: user.birthDate ?? null,
  hire_date: user.hireDate ?? null,
  timezone: user.timezone,
})

const toPhones = (type: string, tel: string | undefined): Person['mobilePhone'] =>
  tel ? [{ type, tel: tel.replace(/[^\d+]/g, ''), ext: null, isValid: true }] : []

/** The users a solution made, as its file would say it. */
export async function describeUsers(
  ctx: Context,
  solution: string,
  administrators: ReadonlySet<string>,
): Promise<Body<'users'> | undefined> {
  const rows = (await store.listDefined(ctx.db, solution, [])).filter((row) => !row.deleted_at)
  if (rows.length === 0) return undefined
  const users = rows.map((row) => [row.login, toUser(row, administrators.has(row.id))])
  return { users: Object.fromEntries(users) }
}

function toUser(row: store.UserRow, isAdministrator: boolean): User {
  const telOf = (phones: unknown) => (phones as Person['mobilePhone'])[0]?.tel
  const [mobilePhone, workPhone] = [telOf(row.mobile_phone), telOf(row.work_phone)]
  return {
    lastName: row.last_name,
    firstName: row.first_name,
    middleName: row.middle_name,
    email: row.email,
    ...(mobilePhone && { mobilePhone }),
    ...(workPhone && { workPhone }),
    ...(row.birth_date && { birthDate: row.birth_date }),
    ...(row.hire_date && { hireDate: row.hire_date }),
    timezone: row.timezone,
    isAdministrator,
  }
}
