import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { solutionParts } from '../../app/solutions.ts'
import { snapshotOf } from '../../definitions/snapshot.ts'
import { applyBuiltIn } from './built-in.ts'

const { make } = await startApp()

const files = (version: string, name: string) =>
  Object.entries({
    'solution.yaml': `code: _own\nname: Own\nversion: ${version}\n`,
    'workspaces/_own/workspace.yaml': `name: ${name}\n`,
  }).map(([path, text]) => ({ path, content: Buffer.from(text) }))

const apply = (version: string, name: string) =>
  applyBuiltIn(make.asSystem, solutionParts, files(version, name))

const nameNow = () =>
  make.asSystem(async (ctx) => (await snapshotOf(ctx)).find('workspace', '_own', '_own')?.body.name)

test('the built-in solution follows the server, but not back to an older one', async () => {
  await apply('1.9.0', 'First')
  await apply('1.10.0', 'Second')

  await apply('1.9.0', 'First')

  expect(await nameNow()).toBe('Second')
})

test('a change under the same version is brought too', async () => {
  await apply('2.0.0', 'Third')

  await apply('2.0.0', 'Fourth')

  expect(await nameNow()).toBe('Fourth')
})
