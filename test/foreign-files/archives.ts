import { constants, deflateRawSync } from 'node:zlib'
import { type Attack, attack, harmless } from './attack.ts'

type Entry = {
  name: string | Buffer
  content?: Buffer | string
  /** Packed already, and how much it unpacks to. */
  packed?: Buffer
  size?: number
  mode?: number
  /** Uses the bytes of the entry before it. */
  isOverlap?: boolean
  isEncrypted?: boolean
}

/** Any archive, also one that no tool would write. */
export function archiveOf(entries: readonly Entry[], { count = entries.length } = {}): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  let last = 0
  for (const { name, content = '', mode = 0o100644, isOverlap, isEncrypted, ...given } of entries) {
    const raw = Buffer.from(name)
    const packed = given.packed ?? deflateRawSync(content)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(0x800 | (isEncrypted ? 1 : 0), 2)
    head.writeUInt16LE(8, 4)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(given.size ?? Buffer.byteLength(content), 18)
    head.writeUInt16LE(raw.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE((mode << 16) >>> 0, 6)
    rest.writeUInt32LE(isOverlap ? last : offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03'), head, rest, raw]))
    if (isOverlap) continue
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, raw, packed])
    files.push(local)
    last = offset
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, central, end])
}

const MEGABYTE = 1024 ** 2

/** So many megabytes of blanks: blocks that need nothing of those before them, one after the other. */
export function packedBlanks(megabytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(MEGABYTE, ' '), { finishFlush: constants.Z_FULL_FLUSH })
  return Buffer.concat([...Array<Buffer>(megabytes).fill(block), deflateRawSync('')])
}

const HUGE = 3000
const huge = packedBlanks(HUGE)
const LARGE = 90
const shared = { packed: packedBlanks(LARGE), size: LARGE * MEGABYTE }
const nothing = { packed: deflateRawSync(''), size: 0 }

/**
 * Attacks on whoever unpacks. `whole` is a sound archive of the format, `large` the name of a part that its
 * reader looks into.
 */
export function zipAttacks(whole: readonly Entry[], large: string): Attack[] {
  const others = whole.filter(({ name }) => name !== large)
  const bomb = { name: large, packed: huge, size: HUGE * MEGABYTE }
  const many = (name: (at: number) => string, length = 60_000) =>
    Array.from({ length }, (_, at) => ({ name: name(at), ...nothing }))
  return [
    attack('a part that unpacks to gigabytes', archiveOf([...others, bomb])),
    attack(
      'a part that unpacks to more than it says',
      archiveOf([...others, { ...bomb, size: 1000 }]),
    ),
    attack(
      'a part that says it is huge',
      archiveOf([...others, { ...bomb, packed: deflateRawSync(' '), size: 2 ** 32 - 2 }]),
    ),
    attack('many parts', archiveOf([...whole, ...many((at) => `${at}.xml`)])),
    attack('one name many times', archiveOf([...whole, ...many(() => large)])),
    attack('a count that is wrong', archiveOf(whole, { count: whole.length + 3 })),
    attack('half of it', archiveOf(whole).subarray(0, archiveOf(whole).length / 2)),
    attack(
      'parts that share their bytes',
      archiveOf([
        ...others,
        { name: large, ...shared },
        ...Array.from({ length: 1000 }, (_, at) => ({
          name: `${large.replace(/[^/]*$/, '')}header${at}.xml`,
          ...shared,
          isOverlap: true,
        })),
      ]),
    ),
  ]
}

/** Names that lead elsewhere, and what is no plain file. */
export const nameAttacks = (whole: readonly Entry[]): Attack[] => [
  ...['../../evil', '/../evil', 'a/../../evil', 'C:\\evil', '\\\\host\\evil', '//host/evil'].map(
    (name) => attack(`the name ${name}`, archiveOf([...whole, { name, content: 'x' }])),
  ),
  attack('a name with NUL', archiveOf([...whole, { name: 'a\0/../evil', content: 'x' }])),
  attack('a link', archiveOf([...whole, { name: 'link', content: '/etc/passwd', mode: 0o120777 }])),
  harmless('a device', archiveOf([...whole, { name: 'device', mode: 0o020666 }])),
  harmless('a long name', archiveOf([...whole, { name: 'a'.repeat(60_000), content: 'x' }])),
]
