const DISPATCHER = Symbol.for('undici.globalDispatcher.1')

type Agent = { constructor: new (options: object) => Agent }

/**
 * Lets `fetch` wait for a connection for five minutes instead of ten seconds: where twenty programs share two
 * cores, a server that works may take longer to accept one.
 */
export async function patientFetch(): Promise<void> {
  // The dispatcher is made by the first request.
  await fetch('data:,').catch(() => undefined)
  const holder = globalThis as unknown as Record<symbol, Agent | undefined>
  const Dispatcher = holder[DISPATCHER]?.constructor
  if (Dispatcher) holder[DISPATCHER] = new Dispatcher({ connect: { timeout: 300_000 } })
}
