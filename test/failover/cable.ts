import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, Socket } from 'node:net'

/** The network in front of one port. Cut, it loses whatever is sent; joined, it delivers it late, as TCP does. */
export class Cable {
  readonly #to: number
  readonly #server: Server
  readonly #ends = new Set<Socket>()
  #isCut = false

  constructor(to: number) {
    this.#to = to
    this.#server = createServer({ allowHalfOpen: true }, (near) => this.#lay(near))
  }

  /** The port at which others reach it. */
  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  cut(): void {
    this.#isCut = true
    for (const end of this.#ends) end.pause()
  }

  join(): void {
    this.#isCut = false
    for (const end of this.#ends) end.resume()
  }

  stop(): void {
    this.#server.close()
    for (const end of this.#ends) end.destroy()
  }

  #lay(near: Socket): void {
    const far = new Socket({ allowHalfOpen: true })
    this.#carry(near, far)
    this.#carry(far, near)
    far.connect(this.#to, '127.0.0.1')
  }

  #carry(from: Socket, to: Socket): void {
    this.#ends.add(from)
    from.setNoDelay(true)
    from.on('data', (piece) => void to.write(piece))
    from.on('end', () => to.end())
    from.on('error', () => undefined)
    from.on('close', (isBroken) => {
      this.#ends.delete(from)
      if (isBroken && !this.#isCut) to.resetAndDestroy()
      else to.destroySoon()
    })
    if (this.#isCut) from.pause()
  }
}
