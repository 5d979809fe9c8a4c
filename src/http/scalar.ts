import { parentPort } from 'node:worker_threads'
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'

/**
 * Runs in a thread of its own and answers the browser bundle of Scalar. Scalar carries it inside
 * its Fastify plugin, whose own page has an inline script; so the bundle alone is taken out of it.
 */
const host = Fastify()
await host.register(scalar, { routePrefix: '/', configuration: { sources: [] } })
const { statusCode, rawPayload } = await host.inject('/js/scalar.js')
if (statusCode !== 200) throw new Error('the API reference has no browser bundle')
parentPort?.postMessage(rawPayload)
