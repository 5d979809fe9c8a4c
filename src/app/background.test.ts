import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Sandbox } from '../areas/reports/sandbox.ts'
import { readConfig } from '../platform/config.ts'
import type { Platform } from '../platform/context.ts'
import { jobsOf } from './background.ts'
import { allKinds } from './kinds.ts'

/** The tasks of the jobs that a migration adds. */
const tasksIn = (text: string): string[] =>
  Array.from(text.matchAll(/add_job\(\s*'([^']+)'/g), ([, task = '']) => task)

test('each migration adds jobs of its own, which have handlers and older releases leave alone', async () => {
  const folder = new URL('../../migrations/', import.meta.url)
  const files = (await readdir(folder)).map((name) => readFile(new URL(name, folder), 'utf8'))
  const added = (await Promise.all(files)).flatMap(tasksIn)

  const parts = { sandbox: {} as Sandbox, kinds: allKinds }
  const { handlers } = jobsOf({ config: readConfig({}) } as Platform, parts)

  expect(added).toEqual([...new Set(added)])
  expect(Object.keys(handlers)).toEqual(expect.arrayContaining(added))
})

test('jobs in a migration are found', () => {
  expect(
    tasksIn("perform graphile_worker.add_job(\n  'solutions.x', json_build_object())"),
  ).toEqual(['solutions.x'])
})
