import { tooLarge } from '../../../lib/errors.ts'

/** How much a package may hold, all archives inside of it together. Sizes are in bytes. */
export type Limits = {
  archive: number
  part: number
  unpacked: number
  parts: number
  /** How many times its packed size a part may have; small ones are not asked. */
  ratio: number
}

const MEGABYTE = 1024 ** 2

export const LIMITS: Limits = {
  archive: 128 * MEGABYTE,
  part: 64 * MEGABYTE,
  unpacked: 512 * MEGABYTE,
  parts: 25_000,
  ratio: 200,
}

/** Below this size no ratio is suspicious: a file of spaces packs well. */
const SMALL = MEGABYTE

/** Counts what is read, and refuses what is too much before it is unpacked. */
export type Allowance = {
  take: (part: string, size: number, packed?: number) => void
  /** Refuses an archive by what it says of itself, before anything of it is unpacked. */
  expect: (parts: number) => void
}

export function allowanceOf(limits: Limits): Allowance {
  let unpacked = 0
  let parts = 0
  const expect = (more: number) => {
    if (parts + more <= limits.parts) return
    throw tooLarge(`the package has more than ${limits.parts} parts`)
  }
  return {
    expect,
    take: (part, size, packed = size) => {
      expect(1)
      unpacked += size
      parts += 1
      if (size > limits.part)
        throw tooLarge(`${JSON.stringify(part)} has more than ${limits.part} bytes`)
      if (unpacked > limits.unpacked) {
        throw tooLarge(`the package unpacks to more than ${limits.unpacked} bytes`)
      }
      if (size > SMALL && size > packed * limits.ratio) {
        throw tooLarge(
          `${JSON.stringify(part)} unpacks to more than ${limits.ratio} times its packed size`,
        )
      }
    },
  }
}
