import { setTimeout as pause } from 'node:timers/promises'
import { areas } from '../../src/client/areas.ts'
import { createClient, overHttp } from '../../src/client/client.ts'
import { say } from '../../src/commands/say.ts'
import { compile } from '../../src/engine/compile.ts'
import { prepare } from '../../src/engine/program.ts'
import { newState, type State } from '../../src/engine/state.ts'
import { step } from '../../src/engine/step.ts'
import { tokensIn } from '../../src/engine/tokens.ts'
import { connectClient } from '../../src/platform/db/db.ts'
import { processSolution } from '../../test/process.ts'
import { formatTable } from '../../test/table.ts'
import type { Rounds } from '../compare.ts'
import { readCpu } from '../cpu.ts'
import { CALLERS } from '../http-load.ts'
import { type Stand, TOKEN, withStand } from '../stand.ts'
import { call } from './callers.ts'
import { MEMBERS } from './models.ts'

/**
 * One task for each of many members, and all of them done: the engine alone, then over HTTP. The numbers of
 * members are 1,000 and 10,000, or those of `--only`.
 */
export async function members({ only }: Rounds): Promise<void> {
  const sizes = (only ?? ['1000', '10000']).map(Number)
  const rows = []
  for (const size of sizes) rows.push(await alone(size))
  say(`the engine alone\n${formatTable(rows)}\n`)
  await withStand(
    async (stand) => {
      const client = createClient(areas, overHttp(stand.address, TOKEN))
      const files = processSolution('bench', { members: MEMBERS })
      await client.solutions.apply({ input: { files } })
      say('over HTTP')
      for (const size of sizes) say(formatTable([await overServer(stand, size)]))
    },
    { KONTOR_START_LIMIT: '0' },
  )
}

const AT = '2026-01-01T00:00:00.000Z'

async function alone(size: number) {
  const { model } = await compile(MEMBERS.bpmn, { variables: { count: 'FLOAT' } })
  if (!model) throw new Error('the model of the bench cannot be compiled')
  const program = prepare(model)
  const since = performance.now()
  let { state, effects } = step(program, newState(), {
    type: 'start',
    at: AT,
    values: { count: size },
  })
  while (effects.some(({ type }) => type === 'continue')) {
    ;({ state, effects } = step(program, state, { type: 'continue', at: AT }))
  }
  const started = performance.now() - since
  const tokens = Object.entries(tokensIn(state.control)).flatMap(([no, { waits }]) =>
    waits === 'task' ? [Number(no)] : [],
  )
  const submit = (token: number) => {
    state = step(program, state, { type: 'submitted', token, at: AT } as const).state as State
  }
  const times = inTenths(tokens).map((part) => {
    const begun = performance.now()
    for (const token of part) submit(token)
    return (performance.now() - begun) / part.length
  })
  if (!state.control.end) throw new Error('the process has not ended')
  return toRow(size, started, times)
}

async function overServer(stand: Stand, size: number) {
  const client = await connectClient(stand.connection)
  const cpu = () => readCpu(stand.process.pid)
  try {
    const since = performance.now()
    const answer = await call(`${stand.address}/pub/v1/bpm/template/bench/members/run`, {
      method: 'POST',
      token: TOKEN,
      body: { context: { count: size } },
    })
    const { context } = JSON.parse(answer) as { context: { __id: string } }
    const open = `select id from kontor.process_tasks where instance_id = $1 order by token`
    const read = async () => (await client.query(open, [context.__id])).rows as { id: string }[]
    let tasks = await read()
    while (tasks.length < size) {
      await pause(100)
      tasks = await read()
    }
    const started = performance.now() - since
    const before = cpu()
    const times = []
    for (const part of inTenths(tasks)) times.push(await submitAll(stand, part))
    const { node, postgres } = cpu()
    const ended = await client.query('select state from kontor.process_instances where id = $1', [
      context.__id,
    ])
    if (ended.rows[0].state !== 'done') throw new Error('the process has not ended')
    return {
      ...toRow(size, started, times),
      'Node µs': Math.round((node - before.node) / size),
      'PostgreSQL µs': Math.round((postgres - before.postgres) / size),
    }
  } finally {
    await client.end()
  }
}

/** Milliseconds per task, by as many callers as connections. */
async function submitAll({ address }: Stand, tasks: { id: string }[]): Promise<number> {
  const left = [...tasks]
  const since = performance.now()
  const work = async () => {
    for (let task = left.shift(); task; task = left.shift()) {
      const url = `${address}/pub/v1/tasks/${task.id}/submit`
      await call(url, { method: 'PUT', token: TOKEN, body: {} })
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, work))
  return (performance.now() - since) / tasks.length
}

const inTenths = <T>(all: T[]): T[][] =>
  Array.from({ length: 10 }, (_, at) =>
    all.slice((at * all.length) / 10, ((at + 1) * all.length) / 10),
  )

const toRow = (size: number, started: number, times: number[]) => ({
  members: size,
  'begun in s': started / 1000,
  'first tenth, ms each': times[0] ?? 0,
  'last tenth, ms each': times.at(-1) ?? 0,
  'all, ms each': times.reduce((sum, time) => sum + time, 0) / times.length,
})
