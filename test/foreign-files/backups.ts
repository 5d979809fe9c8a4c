import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createZstdCompress } from 'node:zlib'
import { type Header, pack } from 'tar-stream'

type Headers = Partial<Header> & { name: string }

import { entriesOf } from '../archives.ts'
import { type Attack, attack } from './attack.ts'

const GIGABYTE = 1024 ** 3

/** A sound archive with one more entry after its manifest. */
async function withEntry(archive: Buffer, header: Headers, content = ''): Promise<Buffer> {
  const tar = pack()
  const packed = buffer((tar as unknown as Readable).pipe(createZstdCompress()))
  for (const [at, each] of (await entriesOf(Readable.from([archive]))).entries()) {
    if (at === 1) {
      if (header.type && header.type !== 'file') tar.entry(header)
      else tar.entry(header, content)
    }
    tar.entry({ name: each.name }, each.content)
  }
  tar.finalize()
  return packed
}

/** Begins with a manifest of gigabytes, which are blanks. */
async function withBlanks(name: string): Promise<Buffer> {
  const tar = pack()
  const entry = tar.entry({ name, size: 2 * GIGABYTE }, () => tar.finalize())
  Readable.from(
    (function* () {
      const piece = Buffer.alloc(1024 ** 2, ' ')
      for (let at = 0; at < 2048; at++) yield piece
    })(),
  ).pipe(entry)
  return buffer((tar as unknown as Readable).pipe(createZstdCompress()))
}

const LINKS = ['symlink', 'link', 'character-device', 'block-device', 'fifo', 'directory'] as const

export async function backupAttacks(archive: Buffer, file: string): Promise<Attack[]> {
  const named = async (name: string) =>
    attack(`the name ${JSON.stringify(name.slice(0, 40))}`, await withEntry(archive, { name }, 'x'))
  const names = [
    'files/../../evil',
    'files//etc/evil',
    'files/./evil',
    'files/..\\evil',
    '../evil',
    '/etc/evil',
    'files/a\u0001b',
    `files/${'a'.repeat(300)}`,
    'elsewhere/evil',
  ]
  return [
    ...(await Promise.all(names.map(named))),
    ...(await Promise.all(
      LINKS.map(async (type) =>
        attack(
          `an entry that is a ${type}`,
          await withEntry(archive, { name: 'files/aa/evil', type, linkname: file }),
        ),
      ),
    )),
    attack('a manifest of gigabytes', await withBlanks('manifest.json')),
    attack('half of it', archive.subarray(0, archive.length / 2)),
  ]
}
