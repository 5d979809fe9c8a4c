import { forbidden, invalid } from '../lib/errors.ts'
import { ADMINISTRATORS } from '../lib/ids.ts'
import type { Caller } from './caller.ts'
import { DatabaseCache } from './database-cache.ts'
import type { Db } from './db/db.ts'
import { sql } from './db/sql.ts'
import type { Signals } from './signals.ts'

/** Something rights are granted on, named by its kind and path: `app`, `crm/deals`. */
export type Resource = { kind: string; id: string }

/** One kind of object that rights are granted on, declared by its area. */
export type ResourceKind = {
  kind: string
  rights: readonly string[]
  /** A right granted on the parent applies to the child. */
  parent(id: string): Resource | undefined
  /** Rights that mean something else on the parent: they are inherited only through `manage`. */
  ownRights?: readonly string[]
  /**
   * Objects of this kind are many and few have grants of their own, so the parent's list of those with grants is
   * checked first.
   */
  isMany?: true
}

/** One reason for or against, in words. */
export type Reason = { allows: boolean; rule: string; text: string; via: Via; grant?: string }

/** The reason in a machine-readable form: where the right comes from, and how it reaches the user. */
export type Via = {
  kind: 'administrators' | 'grant' | 'author' | 'performer' | 'nothing'
  on?: Resource
  to?: Named
  through?: Named[]
}
type Named = { kind: string; id: string; name: string }
export type Explanation = { allowed: boolean; reasons: Reason[] }

/** The name of a group, position or department, and through what the user belongs to it. */
export type DescribeUnit = (id: string) => Promise<{ name: string; through: string; path: Named[] }>
const byId: DescribeUnit = async (id) => ({ name: id, through: '', path: [] })

/** `manage` on an object includes every other right on it. */
const MANAGE = 'manage'

type Stored = { id: string; right: string; subjectKind: string; subject: string }
type StoredOn = { object: string; right: string; subject: string }

/**
 * Who may do what. Without a grant nothing is allowed, except to administrators. Grants are cached per
 * object, so a check needs no query.
 */
export class Access {
  readonly #kinds: Map<string, ResourceKind>
  readonly #grants: DatabaseCache<Stored[]>
  readonly #ofKinds: DatabaseCache<StoredOn[]>
  readonly #parents: DatabaseCache<boolean>

  constructor(kinds: ResourceKind[], signals: Signals) {
    this.#kinds = new Map(kinds.map((kind) => [kind.kind, kind]))
    this.#grants = new DatabaseCache(signals, 'grants')
    this.#ofKinds = new DatabaseCache(signals, 'grants')
    this.#parents = new DatabaseCache(signals, 'grants')
  }

  get kinds(): ResourceKind[] {
    return [...this.#kinds.values()]
  }

  async can(db: Db, user: Caller, right: string, resource: Resource): Promise<boolean> {
    this.check(right, resource)
    if (user.isAdministrator) return true
    // Starts at the top: grants there are cached and usually decide.
    for (const place of [...this.#upwards(resource)].reverse()) {
      const found = this.#grantsOn(db, place)
      const grants = found instanceof Promise ? await found : found
      const isGiven = (grant: Stored) =>
        user.subjects.has(grant.subject) && this.#gives({ grant, place }, right, resource)
      if (grants.some(isGiven)) return true
    }
    return false
  }

  async require(db: Db, user: Caller, right: string, resource: Resource): Promise<void> {
    if (await this.can(db, user, right, resource)) return
    throw forbidden(`the right "${right}" on ${resource.kind} ${resource.id} is required`)
  }

  /** Whether users with this role on the object, such as its author, have the right. */
  async roleMay(db: Db, role: string, right: string, resource: Resource): Promise<boolean> {
    for (const place of this.#upwards(resource)) {
      for (const grant of await this.#grantsOn(db, place)) {
        const isRight = this.#gives({ grant, place }, right, resource)
        if (isRight && grant.subjectKind === 'role' && grant.subject === role) return true
      }
    }
    return false
  }

  /** The same decision as `can`, with its reasons. */
  async explain(
    db: Db,
    user: Caller,
    right: string,
    resource: Resource,
    describe = byId,
  ): Promise<Explanation> {
    this.check(right, resource)
    if (user.isAdministrator) {
      const { through, path } = await describe(ADMINISTRATORS)
      const via: Via = { kind: 'administrators', through: path }
      const text = `${user.login} is a member of the group "administrators"${through}, who may do everything`
      return { allowed: true, reasons: [{ allows: true, rule: 'administrator', text, via }] }
    }
    const reasons: Reason[] = []
    for (const place of this.#upwards(resource)) {
      for (const grant of await this.#grantsOn(db, place)) {
        if (!this.#gives({ grant, place }, right, resource)) continue
        if (!user.subjects.has(grant.subject)) continue
        const { words, ...via } = await reachOf(grant, user, describe)
        const text = `"${grant.right}" on ${place.kind} ${place.id} is granted to ${words}`
        const reason = { allows: true, rule: 'grant', text, grant: grant.id }
        reasons.push({ ...reason, via: { kind: 'grant', on: place, ...via } })
      }
    }
    if (reasons.length > 0) return { allowed: true, reasons }
    const text = `no grant of "${right}" on ${resource.kind} ${resource.id} or above reaches ${user.login}`
    const via: Via = { kind: 'nothing' }
    return { allowed: false, reasons: [{ allows: false, rule: 'nothing granted', text, via }] }
  }

  check(right: string, { kind }: Resource): void {
    const known = this.#kinds.get(kind)
    if (!known) {
      throw invalid(`unknown kind "${kind}", expected one of ${[...this.#kinds.keys()].join(', ')}`)
    }
    if (!known.rights.includes(right)) {
      throw invalid(
        `unknown right "${right}" on ${kind}, expected one of ${known.rights.join(', ')}`,
      )
    }
  }

  #gives(given: { grant: Stored; place: Resource }, right: string, resource: Resource): boolean {
    const { grant, place } = given
    if (grant.right === MANAGE) return true
    if (grant.right !== right) return false
    return place === resource || !this.#kinds.get(resource.kind)?.ownRights?.includes(right)
  }

  *#upwards(resource: Resource): Generator<Resource> {
    for (let place: Resource | undefined = resource; place; ) {
      yield place
      place = this.#kinds.get(place.kind)?.parent(place.id)
    }
  }

  /** All grants on objects of a kind that has few of them. Returns the same value until a grant changes. */
  async listOn(db: Db, kind: string): Promise<readonly StoredOn[]> {
    return this.#ofKinds.get(db, kind, (from) =>
      from.all(sql<StoredOn>`
        select object_id as object, right_code as right, subject_id as subject
        from kontor.grants where object_kind = ${kind}`),
    )
  }

  #grantsOn(db: Db, resource: Resource): Stored[] | Promise<Stored[]> {
    const { kind, id } = resource
    const known = this.#kinds.get(kind)
    const parent = known?.isMany ? known.parent(id) : undefined
    return parent ? this.#grantsBelow(db, parent, resource) : this.#loadGrants(db, resource)
  }

  async #grantsBelow(db: Db, parent: Resource, resource: Resource): Promise<Stored[]> {
    const hasSome = await this.#parents.get(db, `${resource.kind}:${parent.id}`, async (from) => {
      const found = await from.first(sql`
        select from kontor.grants where object_kind = ${resource.kind}
          and object_id collate "C" > ${`${parent.id}/`} and object_id collate "C" < ${`${parent.id}0`}
        limit 1`)
      return found !== undefined
    })
    return hasSome ? this.#loadGrants(db, resource) : []
  }

  #loadGrants(db: Db, { kind, id }: Resource): Stored[] | Promise<Stored[]> {
    return this.#grants.get(db, `${kind}:${id}`, (from) =>
      from.all(sql<Stored>`
        select id, right_code as right, subject_kind as "subjectKind", subject_id as subject
        from kontor.grants where object_kind = ${kind} and object_id = ${id}`),
    )
  }
}

async function reachOf(
  { subjectKind: kind, subject: id }: Stored,
  user: Caller,
  describe: DescribeUnit,
): Promise<{ words: string; to: Named; through: Named[] }> {
  if (kind === 'user') {
    return { words: `user ${user.login}`, to: { kind, id, name: user.name }, through: [] }
  }
  const { name, through, path } = await describe(id)
  const words = `${kind} "${name}", of which ${user.login} is a member${through}`
  return { words, to: { kind, id, name }, through: path }
}
