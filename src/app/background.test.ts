import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Sandbox } from '../areas/reports/sandbox.ts'
import { readConfig } from '../platform/config.ts'
import type { Platform } from '../platform/context.ts'
import { jobsOf } from './background.ts'
import { allKinds } from './kinds.ts'

test('every job that a migration adds has a handler', async () => {
  const folder = new URL('../../migrations/', import.meta.url)
  const files = (await readdir(folder)).map((name) => readFile(new URL(name, folder), 'utf8'))
  const added = (await Promise.all(files)).flatMap((text) =>
    [...text.matchAll(/add_job\(\s*'([^']+)'/g)].map(([, task]) => task),
  )

  const parts = { sandbox: {} as Sandbox, kinds: allKinds }
  const { handlers } = jobsOf({ config: readConfig({}) } as Platform, parts)

  expect(added).not.toEqual([])
  expect(Object.keys(handlers)).toEqual(expect.arrayContaining(added))
})
