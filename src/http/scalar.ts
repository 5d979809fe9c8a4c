import { parentPort } from 'node:worker_threads'
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'

/**
 * Runs in a worker thread and returns the browser bundle of Scalar. It is part of Scalar's Fastify plugin,
 * whose page has an inline script, so only the bundle is used.
 */
const host = Fastify()
await host.register(scalar, { routePrefix: '/', configuration: { sources: [] } })
const { statusCode, rawPayload } = await host.inject('/js/scalar.js')
if (statusCode !== 200) throw new Error('the API reference has no browser bundle')
parentPort?.postMessage(rawPayload)
