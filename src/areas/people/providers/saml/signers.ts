import type { X509Certificate } from 'node:crypto'
import type { OutsideCaller } from '../../../../platform/outside/caller.ts'
import type { Saml } from '../settings-operations.ts'
import { readCertificates } from './certificates.ts'

type Provider = { id: string; version: number; connection: Saml }
type Known = { version: number; at: number; certificates: readonly X509Certificate[] }

const TIMEOUT = 10_000
const LONGEST = 1024 ** 2
/** Milliseconds until the metadata is read again, and until it is no longer used. */
const FRESH = 60 * 60_000
const LASTS = 24 * 60 * 60_000
/** An answer with an unknown signer triggers a new read, but not every time. */
const PAUSE = 60_000

/** The signing certificates of SAML providers: pinned ones, and those of their metadata. */
export class SamlSigners {
  readonly #outside: OutsideCaller
  readonly #known = new Map<string, Known>()
  readonly #running = new Map<string, Promise<Known>>()

  constructor(outside: OutsideCaller) {
    this.#outside = outside
  }

  /** Calls `verify` with them; once more after a change at the provider. */
  async verifyWith<T>(
    provider: Provider,
    now: Date,
    verify: (certificates: readonly X509Certificate[]) => T,
  ): Promise<T> {
    const first = await this.list(provider, now)
    try {
      return verify(first)
    } catch (error) {
      const again = await this.list(provider, now, PAUSE)
      if (isSame(first, again)) throw error
      return verify(again)
    }
  }

  /** Fails only if there are none. */
  async list(provider: Provider, now: Date, fresh = FRESH): Promise<readonly X509Certificate[]> {
    const pinned = readCertificates(provider.connection)
    if (!provider.connection.metadataUrl) return pinned
    const known = this.#known.get(provider.id)
    const age = known?.version === provider.version ? now.getTime() - known.at : Infinity
    if (known && age < fresh) return [...pinned, ...known.certificates]
    try {
      return [...pinned, ...(await this.read(provider, now))]
    } catch (error) {
      if (known && age < LASTS) return [...pinned, ...known.certificates]
      if (pinned.length > 0) return pinned
      throw error
    }
  }

  /** Reads the metadata now; concurrent callers share the answer. */
  async read(provider: Provider, now: Date): Promise<readonly X509Certificate[]> {
    const key = `${provider.id} ${provider.version}`
    const running = this.#running.get(key) ?? this.#fetch(provider, now)
    this.#running.set(key, running)
    try {
      const known = await running
      this.#known.set(provider.id, known)
      return known.certificates
    } finally {
      this.#running.delete(key)
    }
  }

  async #fetch({ version, connection }: Provider, now: Date): Promise<Known> {
    try {
      const text = await this.#download(connection.metadataUrl ?? '')
      const { readMetadata } = await import('./metadata.ts')
      return { version, at: now.getTime(), certificates: readMetadata(text, connection, now) }
    } catch (error) {
      throw new Error(`the metadata of the provider cannot be used: ${(error as Error).message}`)
    }
  }

  async #download(url: string): Promise<string> {
    const signal = AbortSignal.timeout(TIMEOUT)
    const { status, text } = await this.#outside.send(url, { method: 'GET', headers: {}, signal })
    if (status !== 200) throw new Error(`its address answered ${status}`)
    if (text.length > LONGEST) throw new Error(`it is longer than ${LONGEST} characters`)
    return text
  }
}

const isSame = (one: readonly X509Certificate[], other: readonly X509Certificate[]): boolean =>
  one.map(({ fingerprint256 }) => fingerprint256).join() ===
  other.map(({ fingerprint256 }) => fingerprint256).join()
