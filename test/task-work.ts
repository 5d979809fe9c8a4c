import { startTasks } from './task-stand.ts'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** Tasks of a server with a clock that tests set, and what people do with them. */
export async function startTaskWork() {
  const clock = { time: Date.parse('2026-02-01T08:00:01Z') }
  const stand = await startTasks({ now: () => new Date(clock.time) })
  const { as, users } = stand
  type User = typeof users.ann
  const incoming = async (user: User, input = {}) => {
    const listed = await as(user).tasks.listIncoming({ input: { size: 1000, ...input } })
    return listed.result.result.map(({ __id }) => __id)
  }
  return {
    ...stand,
    ...users,
    clock,
    incoming,
    submit: (user: User, id: string, input: Record<string, unknown> = {}) =>
      as(user).tasks.submit({ params: { id }, input: { exitId: 'agree', ...input } }),
    reassign: (user: User, id: string, userId: string, more = {}) =>
      as(user).tasks.reassign({ params: { id }, input: { userId, ...more } }),
  }
}

export type User = Awaited<ReturnType<typeof startTaskWork>>['ann']
