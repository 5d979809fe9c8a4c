import { type Contender, compare, type Rounds } from './compare.ts'
import { readCpu } from './cpu.ts'
import { drive } from './http-load.ts'
import { type Stand, TOKEN, withStand } from './stand.ts'

const headers = { authorization: `Bearer ${TOKEN}` }
const PATHS = { 'who am I': '/manage/v1/session', 'list users': '/pub/v1/user/list' }

/** `kontor start --workers 1`, 2 and 4 beside each other, all with an embedded database of their own. */
export const workers = (rounds: Rounds): Promise<void> =>
  withStand((one) =>
    withWorkers('2', (two) =>
      withWorkers('4', (four) =>
        compare(
          Object.entries(PATHS).flatMap(([name, path]) => [
            contender(`${name}, 1 worker`, one, path),
            contender(`${name}, 2 workers`, two, path),
            contender(`${name}, 4 workers`, four, path),
          ]),
          rounds,
        ),
      ),
    ),
  )

const withWorkers = (count: string, work: (stand: Stand) => Promise<void>) =>
  withStand(work, {}, ['--workers', count])

function contender(name: string, { address, process }: Stand, path: string): Contender {
  const load = {
    address,
    requests: () => [{ path, headers, ...(path.startsWith('/pub') && LIST) }],
    cpu: () => readCpu(process.pid),
  }
  return { name, measure: (seconds) => drive(load, seconds) }
}

const LIST = { method: 'POST' as const, body: '{"size":20}' }
