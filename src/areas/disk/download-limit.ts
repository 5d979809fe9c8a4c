import { tooMany } from '../../lib/errors.ts'

/** Lets each user, and all of them together, have only so many downloads under way on this node. */
export class DownloadLimit {
  readonly #perUser: number
  readonly #perNode: number
  readonly #running = new Map<string, number>()
  #total = 0

  constructor({ perUser, perNode }: { perUser: number; perNode: number }) {
    this.#perUser = perUser
    this.#perNode = perNode
  }

  async run<T>(user: string, work: () => Promise<T>): Promise<T> {
    const own = this.#running.get(user) ?? 0
    if (own >= this.#perUser) throw underWay(`you have ${own} requests of this kind under way`)
    if (this.#total >= this.#perNode) throw underWay('the server is busy with those of others')
    this.#add(user, 1)
    try {
      return await work()
    } finally {
      this.#add(user, -1)
    }
  }

  #add(user: string, change: 1 | -1): void {
    this.#total += change
    const own = (this.#running.get(user) ?? 0) + change
    if (own === 0) this.#running.delete(user)
    else this.#running.set(user, own)
  }
}

const underWay = (reason: string) =>
  tooMany(`downloads from links at once: ${reason}, try again when one has ended`, 5)
