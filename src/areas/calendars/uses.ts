import { snapshotOf } from '../../definitions/snapshot.ts'
import { subjectKey } from '../../lib/codes.ts'
import type { Context } from '../../platform/context.ts'
import { findNames, findUnits } from '../people/groups/membership.ts'
import { countUsers } from '../people/users/service.ts'
import type { CalendarUses } from './operations.ts'
import { allCalendars, type Definition, listHolders } from './service.ts'

/** The calendar of every user: the one that names them, otherwise the default. */
export async function listUses(ctx: Context): Promise<CalendarUses[]> {
  const live = await allCalendars(ctx)
  const usual = live.find(({ body }) => body.default)
  const peopleOf = await countPeople(ctx, usual)
  const nameOf = await namesOf(ctx, live)
  const processes = (await snapshotOf(ctx)).live('process')
  const counted = Map.groupBy(processes, ({ body }) => body.calendar ?? usual?.code)
  return live.map(({ code, solution, file, body }) => ({
    ...{ code, solution, file },
    subjects: body.for.map((subject) => ({ subject, name: nameOf(subject) })),
    people: peopleOf(code),
    processes: (counted.get(code) ?? []).map(({ id, body: { name } }) => ({ id, name })),
  }))
}

async function countPeople(ctx: Context, usual: Definition | undefined) {
  const codes = new Map<string, string>()
  for (const { definition, users } of await listHolders(ctx)) {
    for (const user of users) if (!codes.has(user)) codes.set(user, definition.code)
  }
  const others = Math.max(0, (await countUsers(ctx)) - codes.size)
  const named = Map.groupBy(codes.values(), (code) => code)
  return (code: string) => (named.get(code)?.length ?? 0) + (code === usual?.code ? others : 0)
}

async function namesOf(ctx: Context, live: readonly Definition[]) {
  const ids = await findNames(
    ctx,
    live.flatMap(({ body }) => body.for),
  )
  const units = new Map((await findUnits(ctx, [...ids.values()])).map(({ id, name }) => [id, name]))
  return (subject: string) => units.get(ids.get(subjectKey(subject)) ?? '') ?? subject
}
