import { join } from 'node:path'
import type autocannon from 'autocannon'
import { type Contender, compare, type Rounds, type Sample } from '../compare.ts'
import { readCpu } from '../cpu.ts'
import { drive } from '../http-load.ts'
import { itemId } from '../items/app.ts'
import { headers, post } from '../items/call.ts'
import { things } from '../items/things.ts'
import { type Stand, withFolder, withServer } from '../stand.ts'
import { type Age, fill } from './fill.ts'

const SMALL: Age = { events: 100_000, items: 10_000 }

/** A system after years of work beside one that is new, both with databases of their own. */
export const years = (rounds: Rounds): Promise<void> => {
  const { events = 1_000_000, items = 100_000, minutes, folder } = rounds
  const place = (name: string) => folder && join(folder, name)
  return withAged(place('small'), SMALL, (small) =>
    withAged(place('large'), { events, items, minutes }, async (large) => {
      const isWanted = (name: string) => rounds.only?.includes(name) ?? true
      for (const [name, requests] of Object.entries(CASES).filter(([name]) => isWanted(name))) {
        await compare(
          [
            http(small, `${name}, small`, requests, 'small'),
            http(large, `${name}, large`, requests),
          ],
          rounds,
        )
      }
      if (!isWanted('event stream')) return
      await compare(
        [streaming(small, 'event stream, small', 'small'), streaming(large, 'event stream, large')],
        rounds,
      )
    }),
  )
}

type Aged = Stand & { age: Age }

/** In a temporary folder, or in one that stays and is filled further the next time. */
async function withAged(
  folder: string | undefined,
  age: Age,
  work: (stand: Aged) => Promise<void>,
): Promise<void> {
  if (folder === undefined) return withFolder((made) => withAged(made, age, work))
  await withServer(folder, async (stand) => {
    await post(stand, '/manage/v1/solutions/apply', { files: things })
    const context = { __id: itemId(0), title: 'Delivery number 0', count: 0 }
    if (!(await isThere(stand))) await post(stand, `${APP}/create`, { context })
  })
  const reached = await fill(folder, age)
  await withServer(folder, (stand) => work({ ...stand, age: reached }))
}

const isThere = async ({ address }: Stand): Promise<boolean> =>
  (await fetch(`${address}${APP}/${itemId(0)}/get`, { headers })).ok

type Requests = (age: Age, caller: number) => autocannon.Request[]

/** Each caller has a few items of its own, from the whole app. */
const EACH = 64
const each = ({ items }: Age, caller: number) =>
  Array.from({ length: EACH }, (_, at) => ((caller * EACH + at) * 7_368_787 + 1) % items)

const reading =
  (pathOf: (number: number) => string): Requests =>
  (age, caller) =>
    each(age, caller).map((number) => ({ path: pathOf(number), headers }))

const posting =
  (path: string, bodyOf: (number: number) => object): Requests =>
  (age, caller) =>
    each(age, caller).map((number) => {
      return { method: 'POST', path, headers, body: JSON.stringify(bodyOf(number)) }
    })

const APP = '/pub/v1/app/bench/things'
const CASES: Record<string, Requests> = {
  get: reading((number) => `${APP}/${itemId(number)}/get`),
  'first page of a list': posting(`${APP}/list`, () => ({ active: true, size: 20 })),
  create: posting(`${APP}/create`, (number) => ({
    context: {
      title: `Delivery number ${number}`,
      count: number % 1000,
      due: '2026-06-01T10:00:00Z',
    },
  })),
  change: posting(`${APP}/${itemId(7)}/update`, (number) => ({
    context: { count: number % 1000 },
  })),
  'history of an item': reading((number) => `/manage/v1/feed/bench/things/${itemId(number)}`),
  'audit, newest': reading(() => '/manage/v1/audit?size=50'),
  'audit of an item': reading(
    (number) => `/manage/v1/audit?size=50&object=item:bench/things/${itemId(number)}`,
  ),
}

const http = (
  { address, process, age }: Aged,
  name: string,
  requests: Requests,
  limit?: string,
): Contender => ({
  name,
  limit,
  measure: (seconds) =>
    drive(
      { address, requests: (caller) => requests(age, caller), cpu: () => readCpu(process.pid) },
      seconds,
    ),
})

/** Events that one reader gets who was away, from the middle of the log on. */
const streaming = ({ address, process, age }: Aged, name: string, limit?: string): Contender => ({
  name,
  limit,
  measure: async (seconds): Promise<Sample> => {
    const before = readCpu(process.pid)
    const begin = performance.now()
    const stop = new AbortController()
    const answer = await fetch(`${address}/events?lastEventId=${Math.floor(age.events / 2)}`, {
      headers,
      signal: stop.signal,
    })
    if (!answer.ok) throw new Error(await answer.text())
    let events = 0
    for await (const chunk of answer.body ?? []) {
      events += Buffer.from(chunk).toString('latin1').split('\nid: ').length - 1
      if (performance.now() - begin > seconds * 1000 || events >= age.events / 3) break
    }
    stop.abort()
    const took = performance.now() - begin
    const after = readCpu(process.pid)
    return {
      perSecond: (events / took) * 1000,
      p50: took / events,
      p99: Number.NaN,
      nodeCpu: (after.node - before.node) / events,
      postgresCpu: (after.postgres - before.postgres) / events,
    }
  },
})
