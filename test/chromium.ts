import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'

/** The real Chromium that comes as a package. */
export async function launch(): Promise<Browser> {
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
