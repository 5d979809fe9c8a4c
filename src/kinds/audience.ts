import { memoize } from '../lib/cache.ts'
import { EVENTS } from '../lib/event-types.ts'
import type { Caller } from '../platform/caller.ts'
import type { Context } from '../platform/context.ts'
import { DEFINITIONS } from '../platform/definitions.ts'
import { type StoredEvent, withoutNames } from '../platform/events.ts'
import type { Signals } from '../platform/signals.ts'
import type { Facts } from './condition.ts'
import { type Kind, type ObjectName, parseObject, type Reader } from './kind.ts'
import { type FindFacts, findFacts, type ObjectKinds } from './kinds.ts'
import { Recent } from './recent.ts'

/** Rights and definitions are for administrators. */
const ADMINISTRATIVE = new Set<string>(
  [EVENTS.grant, EVENTS.definition, EVENTS.solution].flatMap(Object.keys),
)

/** Frequent events that do not change what anybody may see. */
const ROUTINE = new Set<string>([
  ...[
    EVENTS.item,
    EVENTS.comment,
    EVENTS.message,
    EVENTS.task,
    EVENTS.instance,
    EVENTS['process-message'],
    EVENTS.file,
    EVENTS.body,
    EVENTS.setting,
    EVENTS.storage,
  ].flatMap(Object.keys),
  'session.opened',
  'session.closed',
  'notification.created',
  'notification.read',
  'notification.unread',
  'notification.mailed',
  'task_reminder.changed',
  'stream.read',
])

/** Milliseconds. Facts of objects are cached briefly; those of people until an event or an absence changes them. */
const KEPT = { objects: 2000, callers: 30_000 }

/** One object for all readers, so that its text is built once. */
const forReaders = memoize((event: StoredEvent) => withoutNames(event))

type Looked = { event: StoredEvent; kind: Kind | undefined; subject: ObjectName | undefined }

/**
 * Events describe their object, so only users who may read it receive them. The facts that decide this are fetched
 * for a whole batch, once for all readers of this node.
 */
export class Audience {
  readonly #kinds: ObjectKinds
  readonly #facts = new Recent<Facts>(KEPT.objects)
  /** Keyed by the caller's subjects, which change with group membership. */
  #callers = new WeakMap<Caller['subjects'], Recent<unknown>>()

  constructor(kinds: ObjectKinds, signals: Signals) {
    this.#kinds = kinds
    for (const topic of ['grants', DEFINITIONS]) signals.on(topic, () => this.#forget())
  }

  /** Called with every event before anybody receives it; with nothing if some may have been missed. */
  notice(events: readonly StoredEvent[] | undefined): void {
    if (events?.every(({ type }) => ROUTINE.has(type))) return
    this.#forget()
  }

  #forget(): void {
    this.#callers = new WeakMap()
  }

  /** The events that the caller may see, each reduced to what they may see of it. */
  async seenBy(ctx: Context, events: readonly StoredEvent[]): Promise<readonly StoredEvent[]> {
    if (ctx.user.isAdministrator || events.length === 0) return events
    const reader = this.#readerOf(ctx)
    const looked = await Promise.all(events.map((event) => this.#look(ctx, event)))
    const readable = await this.#readable(reader, looked)
    const seen = await Promise.all(
      looked.map(async ({ event, kind, subject }) => {
        const isReader = subject !== undefined && readable.has(keyOf(subject))
        const isHeard = kind?.hears ? await kind.hears(reader, event, isReader) : isReader
        if (!isHeard) return []
        const told = forReaders(event)
        return [kind?.view ? await kind.view(ctx, told) : told]
      }),
    )
    return seen.flat()
  }

  async #look(ctx: Context, event: StoredEvent): Promise<Looked> {
    if (ADMINISTRATIVE.has(event.type)) {
      return { event, kind: undefined, subject: undefined }
    }
    const own = parseObject(event.object)
    const kind = await this.#kinds.find(ctx, own.name)
    if (!kind?.about) return { event, kind, subject: own }
    const about = kind.about(event)
    return { event, kind, subject: about === undefined ? undefined : parseObject(about) }
  }

  async #readable(reader: Reader, looked: readonly Looked[]): Promise<ReadonlySet<string>> {
    const upTo = looked.at(-1)?.event.position ?? 0
    const byName = Map.groupBy(
      looked.flatMap(({ subject }) => subject ?? []),
      ({ name }) => name,
    )
    const find: FindFacts = (kind, ids) => this.#findFacts(reader.ctx, { kind, ids, upTo })
    const found = await Promise.all(
      Array.from(byName, async ([name, all]) => {
        const ids = [...new Set(all.map(({ id }) => id))]
        const readable = await this.#kinds.pickReadable(reader, { name, ids }, find)
        return Array.from(readable, (id) => keyOf({ name, id }))
      }),
    )
    return new Set(found.flat())
  }

  async #findFacts(
    ctx: Context,
    { kind, ids, upTo }: { kind: Kind; ids: readonly string[]; upTo: number },
  ): Promise<ReadonlyMap<string, Facts>> {
    const beginning = keyOf({ name: kind.name, id: '' })
    const idOf = (key: string) => key.slice(beginning.length)
    const keys = ids.map((id) => beginning + id)
    const found = await this.#facts.get(keys, upTo, async (missing) => {
      const facts = await findFacts(ctx, kind, missing.map(idOf))
      return new Map(Array.from(facts, ([id, each]) => [beginning + id, each]))
    })
    return new Map(Array.from(found, ([key, facts]) => [idOf(key), facts]))
  }

  #readerOf(ctx: Context): Reader {
    const { subjects } = ctx.user
    const known = this.#callers.get(subjects) ?? new Recent(KEPT.callers)
    this.#callers.set(subjects, known)
    const remember = async <T>(what: string, find: () => Promise<T>): Promise<T> => {
      const found = await known.get([what], 0, async () => new Map([[what, await find()]]))
      return found.get(what) as T
    }
    return { ctx, remember }
  }
}

const keyOf = ({ name, id }: ObjectName): string => `${name} ${id}`
