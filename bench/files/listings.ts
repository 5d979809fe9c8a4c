import { areas } from '../../src/client/areas.ts'
import { createClient, overHttp } from '../../src/client/client.ts'
import { newId } from '../../src/lib/ids.ts'
import { connectClient } from '../../src/platform/db/db.ts'
import type { Contender } from '../compare.ts'
import { readCpu } from '../cpu.ts'
import { drive } from '../http-load.ts'
import { type Stand, TOKEN } from '../stand.ts'

const SHORT = 1000
const LONG = 100_000

/** The first page of a short and of a long directory, and what a name finds in the long one. */
export async function listings(stand: Stand): Promise<Contender[]> {
  const [short, long] = [await fill(stand, SHORT), await fill(stand, LONG)]
  const first = (directory: string) => ({ filter: { directory }, size: 50 })
  const found = { filter: { directory: long, __name: 'file 99123' }, size: 50 }
  return [
    search(stand, `the first of ${SHORT} files`, first(short), 'short'),
    search(stand, `the first of ${LONG} files`, first(long)),
    search(stand, `the same without the total`, { ...first(long), total: false }),
    search(stand, `by name among ${LONG} files`, found),
  ]
}

async function fill({ address, connection }: Stand, count: number): Promise<string> {
  const { disk } = createClient(areas, overHttp(address, TOKEN))
  const { directory } = await disk.createDirectory({ input: { __name: `${count} files` } })
  const client = await connectClient(connection)
  const body = newId()
  const by = directory.__createdBy
  await client.query(
    `insert into kontor.file_bodies (id, state, object, size, sha256, created_at, created_by)
     values ($1, 'stored', $1::uuid::text, 1, $2, now(), $3)`,
    [body, Buffer.alloc(32), by],
  )
  await client.query(
    `insert into kontor.files (id, directory_id, unique_in, name, original_name, body_id,
       created_at, created_by, updated_at, updated_by)
     select gen_random_uuid(), $1, $1, 'file ' || n, 'file ' || n, $2,
       now() - n * interval '1 second', $3, now(), $3
     from generate_series(1, $4::int) n`,
    [directory.__id, body, by, count],
  )
  await client.query('vacuum analyze kontor.files')
  await client.end()
  return directory.__id
}

function search(stand: Stand, name: string, input: object, limit?: string): Contender {
  const { address, process } = stand
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
  const body = JSON.stringify(input)
  const requests = () => [
    { method: 'POST' as const, path: '/pub/v1/disk/files/search', headers, body },
  ]
  const load = { address, requests, cpu: () => readCpu(process.pid) }
  return { name, limit, measure: (seconds) => drive(load, seconds) }
}
