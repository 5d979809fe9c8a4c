import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { solutionsJobs } from './routes.ts'

test('each migration queues a task of its own, which older releases leave alone', async () => {
  const files = (await readdir('migrations')).filter((file) => file.endsWith('.sql'))
  const texts = await Promise.all(files.map((file) => readFile(`migrations/${file}`, 'utf8')))
  const tasks = texts.flatMap((text) =>
    Array.from(text.matchAll(/add_job\('([^']+)'/g), ([, task = '']) => task),
  )

  expect(tasks).toEqual([...new Set(tasks)])
  expect(Object.keys(solutionsJobs.handlers)).toEqual(expect.arrayContaining(tasks))
})
