import { itemWorks } from './item-work.ts'
import { type Connection, connect, keyOf, works as storageWorks, type Work } from './work.ts'

const works = { ...storageWorks, ...itemWorks }

export type DriverTask = { work: keyof typeof works; callers: number; seconds: number }
export type DriverResult = { times: number[]; seconds: number }

/** The `pg` driver alone: callers in one process, each waiting for its answer. */
const pool = connect(JSON.parse(process.argv[2] ?? '') as Connection)

process.on('message', async ({ work, callers, seconds }: DriverTask) => {
  const times: number[] = []
  const since = performance.now()
  const end = since + seconds * 1000
  const call = async (caller: number) => {
    const act: Work = works[work]
    for (let count = 0; performance.now() < end; count++) {
      const start = performance.now()
      await act(pool, keyOf(caller, count))
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)))
  process.send?.({ times, seconds: (performance.now() - since) / 1000 } satisfies DriverResult)
})
process.once('disconnect', () => process.exit())
