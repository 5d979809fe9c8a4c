import Fastify from 'fastify'
import { type Connection, connect, works } from './work.ts'

/** Bare Fastify: a constant, and the database's share of a request with nothing else around it. */
const pool = connect(JSON.parse(process.argv[2] ?? '') as Connection)
const server = Fastify()

server.get('/constant', async () => ({ success: true, error: '', data: 'x' }))

server.get<{ Params: { key: string } }>('/entries/:key', async ({ params }) => {
  const { rows } = await works.read(pool, params.key)
  return { success: true, error: '', data: rows[0]?.value }
})

server.post<{ Params: { key: string } }>('/entries/:key', async ({ params }) => {
  await works.pipelined(pool, params.key)
  return { success: true, error: '' }
})

process.send?.(await server.listen({ host: '127.0.0.1', port: 0 }))
process.once('disconnect', () => process.exit())
