import { snapshotOf } from '../../definitions/snapshot.ts'
import type { Context } from '../../platform/context.ts'
import type { StoredEvent } from '../../platform/events.ts'
import { visibleData } from '../apps/event-view.ts'
import { mayRead } from '../apps/policy.ts'
import { listStanding } from '../apps/standing.ts'
import { itemOf, listLying, mayReadDirectory, mayReadFile } from '../disk/lying.ts'
import { findInstancePeople, findTaskPeople } from '../processes/concerned.ts'
import { type Hearer, Hearers } from './hearer.ts'
import { Known } from './known.ts'
import { type Subject, subjectOf } from './subjects.ts'

type Rule = (hearer: Hearer, paths: readonly string[]) => Promise<Iterable<string>>

/**
 * An event tells what its object is like, so only who may read the object hears of it. What decides
 * that is fetched for a whole batch at once, and once for everybody on this node.
 */
export class Visibility {
  readonly #hearers = new Hearers()
  readonly #items = new Known(listStanding)
  readonly #tasks = new Known(findTaskPeople)
  readonly #instances = new Known(findInstancePeople)
  readonly #files = new Known(listLying)

  async seenBy(ctx: Context, events: readonly StoredEvent[]): Promise<readonly StoredEvent[]> {
    if (ctx.user.isAdministrator || events.length === 0) return events
    const hearer = this.#hearers.make(ctx, events.at(-1)?.position ?? 0)
    const subjects = events.map((event) => subjectOf(event))
    const visible = await this.#visible(hearer, subjects)
    const isSeen = await Promise.all(
      events.map(async (event, at) => {
        const subject = subjects[at]
        const isOpen =
          subject !== undefined && (visible.get(subject.kind)?.has(subject.path) ?? false)
        if (isOpen) return !isInner(event) || mayLookInside(hearer, event)
        return concerns(hearer, event)
      }),
    )
    return withoutHidden(
      ctx,
      events.filter((_, at) => isSeen[at]),
    )
  }

  async #visible(
    hearer: Hearer,
    subjects: readonly (Subject | undefined)[],
  ): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const byKind = Map.groupBy(
      subjects.filter((each) => each !== undefined),
      ({ kind }) => kind,
    )
    const found = await Promise.all(
      Array.from(byKind, async ([kind, all]) => {
        const paths = [...new Set(all.map(({ path }) => path))]
        return [kind, new Set(await this.#rules[kind]?.(hearer, paths))] as const
      }),
    )
    return new Map(found)
  }

  readonly #rules: Record<string, Rule | undefined> = {
    user: async ({ ctx }, paths) => paths.filter((id) => id === ctx.user.id),
    channel: async ({ channels }, paths) => {
      const mine = await channels()
      return paths.filter((id) => mine.has(id))
    },
    item: (hearer, paths) => this.#visibleItems(hearer, paths),
    task: (hearer, paths) => this.#visibleTasks(hearer, paths),
    instance: (hearer, paths) => this.#visibleInstances(hearer, paths),
    file: (hearer, paths) => this.#visibleFiles(hearer, paths),
    directory: ({ ctx }, paths) => those(paths, (id) => mayReadDirectory(ctx, id)),
  }

  async #visibleItems(hearer: Hearer, paths: readonly string[]): Promise<string[]> {
    const { ctx, upTo, people } = hearer
    const open = new Set(await those(paths, (path) => hearer.mayReadApp(appOf(path))))
    const rest = paths.filter((path) => !open.has(path))
    const standings = await this.#items.get(ctx, rest, upTo)
    const snapshot = await snapshotOf(ctx)
    const single = await those(rest, async (path) => {
      const [namespace = '', code = ''] = path.split('/')
      const [app, standing] = [snapshot.findApp(namespace, code), standings.get(path)]
      return app !== undefined && standing !== undefined && mayRead(ctx, app, { standing, people })
    })
    return [...open, ...single]
  }

  async #visibleTasks(hearer: Hearer, ids: readonly string[]): Promise<string[]> {
    const { ctx, upTo, taskPeople } = hearer
    const found = await this.#tasks.get(ctx, ids, upTo)
    const acting = await taskPeople()
    return ids.filter((id) => {
      const task = found.get(id)
      if (!task) return false
      const isTheirs = task.author === ctx.user.id || task.participants.includes(ctx.user.id)
      return isTheirs || task.performers.some((each) => acting.includes(each))
    })
  }

  async #visibleInstances(hearer: Hearer, ids: readonly string[]): Promise<string[]> {
    const { ctx, upTo, people } = hearer
    const found = await this.#instances.get(ctx, ids, upTo)
    const acting = await people()
    return those(ids, async (id) => {
      const instance = found.get(id)
      if (!instance) return false
      if (instance.author === ctx.user.id) return true
      if (instance.performers.some((each) => acting.includes(each))) return true
      return hearer.mayReadProcess(instance.process)
    })
  }

  async #visibleFiles(hearer: Hearer, ids: readonly string[]): Promise<string[]> {
    const { ctx, upTo } = hearer
    const found = await this.#files.get(ctx, ids, upTo)
    const open = new Set(
      await those(ids, async (id) => {
        const lying = found.get(id)
        return lying !== undefined && mayReadFile(ctx, lying)
      }),
    )
    const items = new Map<string, string>()
    for (const [id, lying] of found) {
      const item = open.has(id) ? undefined : await itemOf(ctx, lying)
      if (item !== undefined) items.set(id, item)
    }
    const readable = new Set(await this.#visibleItems(hearer, [...new Set(items.values())]))
    return ids.filter((id) => open.has(id) || readable.has(items.get(id) ?? ''))
  }
}

/** Of items only what the caller may see of them. */
async function withoutHidden(
  ctx: Context,
  events: readonly StoredEvent[],
): Promise<readonly StoredEvent[]> {
  const snapshot = await snapshotOf(ctx)
  return events.map((event) => {
    if (!event.type.startsWith('app.item.')) return event
    const app = snapshot.findApp(event.namespace ?? '', event.code ?? '')
    const data = app ? visibleData(app, event.data) : {}
    return data === event.data ? event : { ...event, data }
  })
}

const appOf = (item: string): string => item.slice(0, item.lastIndexOf('/'))

/** What went wrong inside a process, and what it told others, is for those who may read the process. */
const isInner = ({ type }: StoredEvent): boolean =>
  type === 'bpm.instance.stumbled' || type === 'bpm.notification'

async function mayLookInside(hearer: Hearer, event: StoredEvent): Promise<boolean> {
  const { receivers } = event.data
  if (Array.isArray(receivers) && receivers.includes(hearer.ctx.user.id)) return true
  return hearer.mayReadProcess(`${event.namespace}/${event.code}`)
}

/** Who had a task until this very event, or is named by it, hears of it as well. */
async function concerns(hearer: Hearer, { type, data }: StoredEvent): Promise<boolean> {
  const named = type.startsWith('task.')
    ? [data.performers, data.from].flat()
    : type.startsWith('substitution.')
      ? [data.absent, data.substitute]
      : []
  if (named.length === 0) return false
  const acting = type.startsWith('task.') ? await hearer.taskPeople() : [hearer.ctx.user.id]
  return named.some((id) => acting.includes(id as string))
}

async function those(
  paths: readonly string[],
  isWanted: (path: string) => Promise<boolean>,
): Promise<string[]> {
  const wanted = await Promise.all(paths.map(isWanted))
  return paths.filter((_, at) => wanted[at])
}
