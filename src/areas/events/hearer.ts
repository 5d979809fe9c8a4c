import { snapshotOf } from '../../definitions/snapshot.ts'
import type { Context } from '../../platform/context.ts'
import { canUse } from '../apps/policy.ts'
import { findChannels } from '../messages/channels.ts'
import { actors } from '../people/substitutions/service.ts'
import { may as mayOnProcess } from '../processes/instances/policy.ts'
import { peopleOf } from '../processes/task-rights.ts'
import { Known } from './known.ts'

/** One caller while one batch is looked through: what many events ask is found out once. */
export type Hearer = {
  ctx: Context
  /** The last position of the batch. */
  upTo: number
  /** The caller and whom they stand in for. */
  people: () => Promise<readonly string[]>
  /** Those and whoever answers to the caller. */
  taskPeople: () => Promise<readonly string[]>
  channels: () => Promise<ReadonlySet<string>>
  mayReadApp: (path: string) => Promise<boolean>
  mayReadProcess: (path: string) => Promise<boolean>
}

/** Makes hearers; who stands in for whom and who is in which channel is remembered for a moment. */
export class Hearers {
  readonly #people = new Known(ofCaller(actors))
  readonly #taskPeople = new Known(ofCaller(peopleOf))
  readonly #channels = new Known(
    ofCaller(async (ctx) => new Set((await findChannels(ctx)).map(({ id }) => id))),
  )

  make(ctx: Context, upTo: number): Hearer {
    const { id } = ctx.user
    return {
      ctx,
      upTo,
      people: async () => (await this.#people.get(ctx, [id], 0)).get(id) ?? [],
      taskPeople: async () => (await this.#taskPeople.get(ctx, [id], 0)).get(id) ?? [],
      channels: async () => (await this.#channels.get(ctx, [id], 0)).get(id) ?? new Set(),
      mayReadApp: oncePer(async (path) => {
        const [namespace = '', code = ''] = path.split('/')
        const app = (await snapshotOf(ctx)).findApp(namespace, code)
        return app !== undefined && canUse(ctx, app, 'read')
      }),
      mayReadProcess: oncePer(async (path) => {
        const [namespace = '', code = ''] = path.split('/')
        return mayOnProcess(ctx, { namespace, code }, 'read')
      }),
    }
  }
}

const ofCaller =
  <T>(find: (ctx: Context) => Promise<T>) =>
  async (ctx: Context): Promise<ReadonlyMap<string, T>> =>
    new Map([[ctx.user.id, await find(ctx)]])

function oncePer<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const done = new Map<string, Promise<T>>()
  return (key) => {
    const known = done.get(key) ?? work(key)
    done.set(key, known)
    return known
  }
}
