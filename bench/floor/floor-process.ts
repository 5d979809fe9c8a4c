import Fastify from 'fastify'
import { type Connection, connect } from '../limits/work.ts'

/** What a service of one table would do: Fastify, `pg`, one statement each, and nothing else. */
const pool = connect(JSON.parse(process.argv[2] ?? '') as Connection)
const server = Fastify({ bodyLimit: 16 * 1024 * 1024 })

type Order = Record<'title' | 'note' | 'reference' | 'due' | 'kind' | 'company', string> & {
  cents: number
  pieces: number
  paid: boolean
}
type Id = { Params: { id: string } }

server.get<Id>('/orders/:id', async ({ params }) => {
  const text = 'select * from floor.orders where id = $1'
  const { rows } = await pool.query({ name: 'get', text, values: [params.id] })
  return { success: true, error: '', item: rows[0] }
})

const FIELDS = 'id, title, pieces, due, kind'
server.post<{ Body: { size: number; short?: boolean } }>('/list', async ({ body }) => {
  const short = body.short === true
  const text = `select ${short ? FIELDS : '*'} from floor.orders where deleted_at is null order by created_at limit $1`
  const { rows } = await pool.query({ name: `list${short}`, text, values: [body.size] })
  return { success: true, error: '', result: rows }
})

server.post<{ Body: { kind: string; size: number } }>('/filter', async ({ body }) => {
  const { kind, size } = body
  const page = `select * from floor.orders where kind = $1 and deleted_at is null
    order by due desc limit $2`
  const count = `select count(*)::integer as total from floor.orders
    where kind = $1 and deleted_at is null`
  const [{ rows }, counted] = await Promise.all([
    pool.query({ name: 'filter', text: page, values: [kind, size] }),
    pool.query({ name: 'count', text: count, values: [kind] }),
  ])
  return { success: true, error: '', result: rows, total: counted.rows[0].total }
})

const INSERT = `insert into floor.orders (title, note, reference, cents, pieces, paid, due, kind, company)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning *`
const valuesOf = (order: Order) => [
  order.title,
  order.note,
  order.reference,
  order.cents,
  order.pieces,
  order.paid,
  order.due,
  order.kind,
  order.company,
]

server.post<{ Body: Order }>('/orders', async ({ body }) => {
  const { rows } = await pool.query({ name: 'insert', text: INSERT, values: valuesOf(body) })
  return { success: true, error: '', item: rows[0] }
})

const MANY = `insert into floor.orders (title, note, reference, cents, pieces, paid, due, kind, company)
  select title, note, reference, cents, pieces, paid, due, kind, company
  from jsonb_to_recordset($1::jsonb) as o (title text, note text, reference text, cents bigint,
    pieces integer, paid boolean, due timestamptz, kind text, company uuid) returning *`
server.post<{ Body: { items: Order[] } }>('/many', async ({ body }) => {
  const values = [JSON.stringify(body.items)]
  const { rows } = await pool.query({ name: 'many', text: MANY, values })
  return { success: true, error: '', items: rows }
})

const UPDATE = `update floor.orders set title = $2, pieces = $3, version = version + 1,
  updated_at = now() where id = $1 returning *`
server.post<Id & { Body: Order }>('/orders/:id', async ({ params, body }) => {
  const values = [params.id, body.title, body.pieces]
  const { rows } = await pool.query({ name: 'update', text: UPDATE, values })
  return { success: true, error: '', item: rows[0] }
})

const STATUS = `update floor.orders set status = $2, version = version + 1, updated_at = now()
  where id = $1 returning *`
server.post<Id & { Body: { status: number } }>('/orders/:id/status', async ({ params, body }) => {
  const { rows } = await pool.query({
    name: 'status',
    text: STATUS,
    values: [params.id, body.status],
  })
  return { success: true, error: '', item: rows[0] }
})

process.send?.(await server.listen({ host: '127.0.0.1', port: 0 }))
process.once('disconnect', () => process.exit())
