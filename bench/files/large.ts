import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { complain, say } from '../../src/commands/say.ts'
import { SHARED_FILES } from '../../src/lib/ids.ts'
import { TOKEN, withStand } from '../stand.ts'
import { receive, send } from './transfer.ts'

const MIB = 1024 ** 2
const PART = 64 * MIB
const MOST_MEMORY = 250 * MIB
const headers = { authorization: `Bearer ${TOKEN}` }

const { values } = parseArgs({ options: { mib: { type: 'string', default: '3072' } } })
const size = Number(values.mib) * MIB

/** A file larger than any memory it may take, up in parts and down again, and the same at the end. */
await withStand(async ({ address, process: { pid } }) => {
  const memory = watchMemory(pid)
  const sent = createHash('sha256')
  const since = performance.now()
  const id = await upload(address, (bytes) => sent.update(bytes))
  const up = (performance.now() - since) / 1000
  const got = createHash('sha256')
  const link = await fetch(`${address}/pub/v1/disk/file/${id}/get-link`, { headers })
  const { Link } = (await link.json()) as { Link: string }
  const then = performance.now()
  const bytes = await receive({ url: Link }, (chunk) => got.update(chunk))
  const down = (performance.now() - then) / 1000
  const most = memory.stop()
  const isSame = bytes === size && sent.digest('hex') === got.digest('hex')
  say(
    `${size / MIB} MiB: up in ${up.toFixed(1)} s, down in ${down.toFixed(1)} s, ` +
      `at most ${inMib(most.own)} MiB of memory of its own, ${inMib(most.all)} with the code it shares, ` +
      `${isSame ? 'the same bytes' : 'OTHER BYTES'}`,
  )
  if (isSame && most.own < MOST_MEMORY) return
  complain(`expected the same bytes and less than ${MOST_MEMORY / MIB} MiB of memory`)
  process.exitCode = 1
})

function inMib(bytes: number): number {
  return Math.round(bytes / MIB)
}

async function upload(address: string, look: (bytes: Buffer) => void): Promise<string> {
  const hash = randomUUID()
  const part = Buffer.alloc(PART)
  const url = `${address}/pub/v1/disk/directory/${SHARED_FILES}/upload?hash=${hash}`
  for (let start = 0; ; start += PART) {
    const bytes = part.subarray(0, Math.min(PART, size - start))
    fill(bytes, start)
    look(bytes)
    const end = start + bytes.length
    const range = {
      'content-range': `bytes ${start}-${end}/${size}`,
      'content-disposition': 'attachment; filename="large.bin"',
    }
    const answer = await send({ method: 'POST', url, headers: { ...headers, ...range } }, bytes)
    if (end === size) return JSON.parse(answer).file.__id
  }
}

/** Different everywhere, so that no part can stand in the place of another. */
function fill(bytes: Buffer, start: number): void {
  for (let at = 0; at < bytes.length; at += 4096) bytes.writeDoubleLE(start + at, at)
}

/** The most resident memory of a process while we look, from Linux' own books. */
function watchMemory(pid: number) {
  const most = { own: 0, all: 0 }
  const look = () => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const read = (name: string) =>
      Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1024
    most.own = Math.max(most.own, read('RssAnon'))
    most.all = Math.max(most.all, read('VmRSS'))
  }
  const timer = setInterval(look, 50)
  return {
    stop: () => {
      clearInterval(timer)
      return most
    },
  }
}
