import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Node closes idle connections at a stop, but not those that never had a request. Browsers open such
 * connections in advance, and a stop would wait for them until its timeout.
 */
export function closeSilentConnections(server: FastifyInstance): void {
  const silent = new Set<Socket>()
  const http = server.server as Server
  http.on('connection', (socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  http.on('request', ({ socket }) => silent.delete(socket))
  server.addHook('preClose', async () => {
    for (const socket of silent) socket.destroy()
  })
}
