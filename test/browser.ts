import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach } from 'vitest'

let browser: Promise<Browser> | undefined
let open: Page[] = []

afterEach(async () => {
  await Promise.all(open.map((page) => page.close()))
  open = []
})
afterAll(async () => (await browser)?.close())

/** A busy machine shows pages slowly; the limit of the test itself is the one that counts. */
const PATIENCE = 100_000

export type Visit = {
  page: Page
  /** What the page asked of any host but its own. */
  outside: string[]
  /** What the browser complained about: exceptions, failed loads, refusals of the policy. */
  complaints: string[]
}

/** Opens an address in a real Chromium, one for the test file, and watches what the page does. */
export async function visit(address: string, width = 1440): Promise<Visit> {
  browser ??= launch()
  const page = await (await browser).newPage({ viewport: { width, height: 900 } })
  page.setDefaultTimeout(PATIENCE)
  open.push(page)
  const { origin } = new URL(address)
  const [outside, complaints]: [string[], string[]] = [[], []]
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url())
    if (protocol !== 'data:' && protocol !== 'blob:' && asked !== origin)
      outside.push(request.url())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  await page.goto(address)
  return { page, outside, complaints }
}

async function launch(): Promise<Browser> {
  const folder = await unpack()
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), HOME: folder },
  })
}

/**
 * The package unpacks into the folder for temporary files, with the libraries it needs only where
 * it believes to be on Lambda. It gets a folder of its own that is complete or not there at all:
 * several test files may come here at the same time.
 */
async function unpack(): Promise<string> {
  const root = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')))
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const cache = join(import.meta.dirname, '..', 'node_modules', '.cache')
  const folder = join(cache, `chromium-${version}`)
  if (existsSync(folder)) return folder
  await mkdir(cache, { recursive: true })
  const fresh = await mkdtemp(`${folder}-`)
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'unpack-chromium.ts')], {
    env: { TMPDIR: fresh, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
  })
  await rename(fresh, folder).catch(() => rm(fresh, { recursive: true }))
  return folder
}
