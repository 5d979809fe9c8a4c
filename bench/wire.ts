import { connect, type Socket } from 'node:net'
import { percentile, type Sample } from './compare.ts'
import type { Cpu } from './cpu.ts'
import { CALLERS } from './http-load.ts'

export type WireRequest = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  body?: string
  headers?: Record<string, string>
}

export type WireLoad = {
  address: string
  token: string
  /** The request of a number; every number is used once. */
  request(number: number): WireRequest
  cpu(): Cpu
}

let number = 0

/**
 * HTTP written by hand on as many sockets as there are callers: the load generator shares the
 * machine with what it measures, and this costs a fifth of a client that can do everything.
 */
export async function driveWire(load: WireLoad, seconds: number): Promise<Sample> {
  const times: number[] = []
  const sockets = Array.from({ length: CALLERS }, () => open(load.address))
  const before = load.cpu()
  const since = performance.now()
  const end = since + seconds * 1000
  const call = async (caller: Caller) => {
    while (performance.now() < end) {
      const start = performance.now()
      await caller(toText(load, load.request(number++)))
      times.push(performance.now() - start)
    }
  }
  await Promise.all(sockets.map(({ caller }) => call(caller)))
  const after = load.cpu()
  const duration = (performance.now() - since) / 1000
  for (const { socket } of sockets) socket.destroy()
  return {
    perSecond: times.length / duration,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    nodeCpu: (after.node - before.node) / times.length,
    postgresCpu: (after.postgres - before.postgres) / times.length,
  }
}

type Caller = (request: string) => Promise<void>

function toText({ token }: WireLoad, { method, path, body, headers = {} }: WireRequest): string {
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const content =
    body === undefined
      ? ''
      : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
  return `${method} ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\n${more.join('')}${content}\r\n${body ?? ''}`
}

function open(address: string): { socket: Socket; caller: Caller } {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname).setNoDelay()
  let waiting = Promise.withResolvers<void>()
  let head = ''
  let left = 0
  socket.on('error', (error) => waiting.reject(error))
  socket.on('data', (chunk: Buffer) => {
    if (left === 0) {
      head += chunk.toString('latin1')
      const at = head.indexOf('\r\n\r\n')
      if (at < 0) return
      if (!head.startsWith('HTTP/1.1 200')) waiting.reject(new Error(head.slice(0, 1000)))
      left = lengthIn(head.slice(0, at)) - (head.length - at - 4)
      head = ''
    } else left -= chunk.length
    if (left === 0) waiting.resolve()
  })
  const caller = (request: string) => {
    waiting = Promise.withResolvers()
    socket.write(request)
    return waiting.promise
  }
  return { socket, caller }
}

function lengthIn(head: string): number {
  const found = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (found === undefined) throw new Error(`an answer without a length:\n${head}`)
  return Number(found)
}
