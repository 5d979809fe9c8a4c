import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Node closes idle connections at a stop, but not those on which no request ever came. Browsers
 * hold such connections in reserve, and a stop would wait for them until its patience ends.
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
