import type { SendHandle } from 'node:child_process'
import type { Worker } from 'node:cluster'

/** How node:cluster hands a connection to a worker; the worker sends its `seq` back as `ack`. */
type Handover = { cmd: 'NODE_CLUSTER'; act: 'newconn'; seq: number }
type Answer = { cmd?: string; ack?: number }
type Send = Worker['process']['send']

/**
 * The connections that workers were given and have not confirmed. node:cluster forgets those of a worker
 * that dies, and their callers would wait for ever: they are given to another one. Nothing of them has been
 * read, because a worker confirms first.
 */
export class HandedConnections {
  readonly #successor: () => Worker | undefined

  /** @param successor a worker that answers requests, if there is any */
  constructor(successor: () => Worker | undefined) {
    this.#successor = successor
  }

  watch({ process: child }: Worker): void {
    const open = new Map<number, [Handover, SendHandle]>()
    const send = child.send.bind(child) as (...args: unknown[]) => boolean
    child.send = ((...args: unknown[]) => {
      const [message, connection] = args
      if (isHandover(message)) open.set(message.seq, [message, connection as SendHandle])
      return send(...args)
    }) as Send
    child.on('internalMessage', ({ ack }: Answer) => {
      if (ack !== undefined) open.delete(ack)
    })
    let isLeft = false
    child.once('disconnect', () => {
      isLeft = true
      for (const handed of open.values()) this.#handOn(...handed)
      open.clear()
    })
    // Node waits with it until the connection on its way has arrived, which is never. Everything that the
    // worker has sent was read by now.
    child.once('close', () => isLeft || child.emit('disconnect'))
  }

  /** As the same message: node:cluster still waits for its answer. */
  #handOn(message: Handover, connection: SendHandle): void {
    const successor = this.#successor()
    if (successor) successor.process.send(message, connection)
    else (connection as { close(): void }).close()
  }
}

function isHandover(message: unknown): message is Handover {
  const { cmd, act } = (message ?? {}) as Partial<Handover>
  return cmd === 'NODE_CLUSTER' && act === 'newconn'
}
