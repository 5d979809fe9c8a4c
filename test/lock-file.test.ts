import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

type Locked = { optionalDependencies?: Record<string, string>; resolved?: string }
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
