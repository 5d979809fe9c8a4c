import { invalid } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import type { Grant } from './operations.ts'
import * as store from './store/defined-grants.ts'

/** A right as a definition says it: `subject` is `user:anna`, `group:crm/managers`, `role:author`. */
export type DefinedGrant = { kind: string; object: string; right: string; subject: string }

/** Makes the rights given by one solution exactly these; what was granted by hand is left alone. */
export async function replaceDefinedGrants(
  ctx: Context,
  solution: string,
  defined: readonly DefinedGrant[],
): Promise<void> {
  const origin = `definition:${solution}`
  const wanted = new Map((await resolve(ctx, defined)).map((grant) => [keyOf(grant), grant]))
  const present = await store.listByOrigin(ctx.db, origin)
  const gone = present.filter((grant) => !wanted.has(keyOf(grant)))
  for (const grant of present) wanted.delete(keyOf(grant))
  await store.deleteGrants(
    ctx.db,
    gone.map(({ id }) => id),
  )
  const added = [...wanted.values()].map((grant) => ({ id: newId(), ...grant }))
  const by = { now: ctx.now(), by: ctx.user.id, origin }
  const inserted = added.length > 0 ? await store.insertGrants(ctx.db, added, by) : []
  for (const grant of gone) await emit(ctx, 'access.revoked', grant)
  for (const grant of inserted) await emit(ctx, 'access.granted', grant)
}

function emit(ctx: Context, type: string, grant: Grant): Promise<void> {
  ctx.changed('grants')
  return ctx.emit({ type, object: `${grant.kind}:${grant.object}`, data: grant })
}

const keyOf = ({ kind, object, right, subjectKind, subject }: store.WantedGrant) =>
  JSON.stringify([kind, object, right, subjectKind, subject])

async function resolve(
  ctx: Context,
  defined: readonly DefinedGrant[],
): Promise<store.WantedGrant[]> {
  const subjects = await findSubjects(
    ctx,
    defined.map(({ subject }) => subject),
  )
  return defined.map(({ kind, object, right, subject }) => {
    ctx.access.check(right, { kind, id: object })
    const found = subjects.get(subject)
    if (!found) throw invalid(`rights of ${kind} ${object}: there is no ${subject}`)
    return { kind, object, right, ...found }
  })
}

type Subject = Pick<Grant, 'subjectKind' | 'subject'>

/** Somebody rights can be given to, by the name that definitions use. */
async function findSubjects(ctx: Context, names: readonly string[]): Promise<Map<string, Subject>> {
  const parts = [...new Set(names)].map((name) => {
    const [kind = '', target = ''] = name.split(/:(.*)/s)
    return {
      name,
      kind,
      target: kind === 'group' && !target.includes('/') ? `global/${target}` : target,
    }
  })
  const targets = (wanted: string) =>
    parts.filter(({ kind }) => kind === wanted).map(({ target }) => target)
  const users = await store.findUserIds(ctx.db, targets('user'))
  const groups = await store.findGroupIds(ctx.db, targets('group'))
  const idOf = (kind: string, target: string) => {
    if (kind === 'role') return target
    return kind === 'user' ? users.get(target) : kind === 'group' ? groups.get(target) : undefined
  }
  return new Map(
    parts.flatMap(({ name, kind, target }) => {
      const subject = idOf(kind, target)
      return subject ? [[name, { subjectKind: kind as Grant['subjectKind'], subject }]] : []
    }),
  )
}
