import { z } from 'zod'
import { Cache } from '../../../lib/cache.ts'
import type { Config } from '../../../platform/config.ts'
import { fetchOutside } from '../../../platform/outside/fetch.ts'
import { problemOfRedirect } from './redirects.ts'
import { refuse } from './refusal.ts'

const LARGEST = 16 * 1024
const TIMEOUT = 5000
const KEPT = 15 * 60_000

/** Secrets in a public document would be useless, and signed methods are not supported. */
const Document = z.object({
  client_id: z.string(),
  client_name: z.string().trim().min(1).max(200).optional(),
  redirect_uris: z.array(z.string()).min(1).max(50),
  token_endpoint_auth_method: z.literal('none').optional(),
  client_secret: z.undefined().optional(),
})

export type ClientDocument = { name: string; redirects: string[] }

/**
 * Programs whose id is the address of a document about them: no registration is needed, and their site vouches for
 * their name. The document is fetched like any external resource: never from a private address.
 */
export class ClientDocuments {
  readonly #config: Config
  readonly #known = new Cache<Promise<ClientDocument>>({ most: 1000, milliseconds: KEPT })

  constructor(config: Config) {
    this.#config = config
  }

  get(address: string): Promise<ClientDocument> {
    return this.#known.get(address, () => this.#fetch(address))
  }

  async #fetch(address: string): Promise<ClientDocument> {
    const pieces: Uint8Array[] = []
    const limits = {
      allowed: this.#config.KONTOR_PRIVATE_ADDRESSES,
      largest: LARGEST,
      timeout: TIMEOUT,
      redirects: 0,
    }
    try {
      for await (const piece of fetchOutside(address, limits)) pieces.push(piece)
    } catch (error) {
      throw unusable(address, (error as Error).message)
    }
    return readDocument(address, Buffer.concat(pieces).toString('utf8'))
  }
}

function readDocument(address: string, text: string): ClientDocument {
  const parsed = Document.safeParse(parse(address, text))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw unusable(address, `its "${issue?.path.join('.')}" is wrong: ${issue?.message}`)
  }
  const { client_id, client_name, redirect_uris } = parsed.data
  if (client_id !== address) throw unusable(address, 'it is about another program')
  for (const each of redirect_uris) {
    const problem = problemOfRedirect(each)
    if (problem !== undefined) throw unusable(address, `its redirect_uris have ${problem}`)
  }
  return { name: client_name ?? new URL(address).host, redirects: redirect_uris }
}

function parse(address: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unusable(address, 'it is not JSON')
  }
}

const unusable = (address: string, why: string) =>
  refuse('invalid_client', `the document of the program at ${address} cannot be used: ${why}`)
