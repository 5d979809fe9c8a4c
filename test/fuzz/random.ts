import { seededRandom } from '../crash/random.ts'

/** Seeded random choices. */
export class Random {
  readonly #next: () => number

  constructor(seed: number) {
    this.#next = seededRandom(seed)
  }

  /** 0 … below − 1. */
  int(below: number): number {
    return Math.floor(this.#next() * below)
  }

  chance(share: number): boolean {
    return this.#next() < share
  }

  of<T>(values: readonly T[]): T {
    return values[this.int(values.length)] as T
  }

  uuid(): string {
    const hex = Array.from({ length: 32 }, () => this.int(16).toString(16)).join('')
    return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
  }
}
