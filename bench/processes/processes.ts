import type pg from 'pg'
import { areas } from '../../src/client/areas.ts'
import { createClient, overHttp } from '../../src/client/client.ts'
import { connectClient } from '../../src/platform/db/db.ts'
import { type Contender, compare, type Rounds } from '../compare.ts'
import { readCpu } from '../cpu.ts'
import { connect } from '../limits/work.ts'
import { type Stand, TOKEN, withStand } from '../stand.ts'
import { bareInstance } from './bare.ts'
import { type Act, call, driveActs } from './callers.ts'
import { benchSolution } from './models.ts'
import { drainTimers } from './timers.ts'

/** Processes over HTTP against the same rows through the driver; steps; timers. */
export const processes = (rounds: Rounds): Promise<void> =>
  withStand(
    async (stand) => {
      const client = createClient(areas, overHttp(stand.address, TOKEN))
      await client.solutions.apply({ input: { files: benchSolution() } })
      const pool = connect(stand.connection)
      await compare(
        [
          contender(stand, 'start, task, submit, end', instance(stand)),
          await bare(stand, pool),
          contender(stand, 'ten automatic steps', run(stand, 'ten')),
          contender(stand, 'one automatic step', run(stand, 'one'), 'one step'),
        ],
        rounds,
      )
      await pool.end()
      await drainTimers(stand)
    },
    { KONTOR_START_LIMIT: '0' },
  )

function contender({ process }: Stand, name: string, act: Act, limit?: string): Contender {
  const cpu = () => readCpu(process.pid)
  return { name, limit, measure: (seconds) => driveActs(act, cpu, seconds) }
}

const runUrl = ({ address }: Stand, code: string) =>
  `${address}/pub/v1/bpm/template/bench/${code}/run`

const run =
  (stand: Stand, code: string): Act =>
  async () => {
    await call(runUrl(stand, code), { method: 'POST', token: TOKEN, body: {} })
  }

const instance =
  (stand: Stand): Act =>
  async () => {
    const url = runUrl(stand, 'task')
    const answer = await call(url, { method: 'POST', token: TOKEN, body: {} })
    const { context } = JSON.parse(answer) as { context: { __tasks: Record<string, unknown> } }
    const [task] = Object.keys(context.__tasks)
    const submit = `${stand.address}/pub/v1/tasks/${task}/submit`
    await call(submit, { method: 'PUT', token: TOKEN, body: {} })
  }

async function bare(stand: Stand, pool: pg.Pool): Promise<Contender> {
  const client = await connectClient(stand.connection)
  const { rows } = await client.query(`select d.id as template, u.id as user
    from kontor.definitions d, kontor.users u
    where d.kind = 'process' and d.code = 'task' limit 1`)
  await client.end()
  const act = () => bareInstance(pool, rows[0])
  return contender(stand, 'the same rows, pg pipelined', act, 'pg')
}
