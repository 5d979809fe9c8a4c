import { startApp } from '../../test/app.ts'
import { readExamples, testExamples } from '../../test/guide.ts'
import { solutionParts } from '../app/solutions.ts'
import { applySolution } from '../areas/solutions/service.ts'
import { readFolder } from '../definitions/folder.ts'
import { loadDemo } from './load.ts'

const { app, admin, make, request } = await startApp()
await applySolution(make.asSystem, solutionParts, {
  files: await readFolder('solutions/_system'),
  allowLoss: false,
  isBuiltIn: true,
})
await loadDemo(app.platform, { folder: 'solutions', parts: solutionParts })

for (const guide of [
  'contracts',
  'reports',
  'batch',
  'messages',
  'marketing',
  'telephony',
  'registration',
  'provisioning',
  'assistants',
]) {
  const examples = await readExamples(`docs/guides/${guide}.md`)
  testExamples(examples, { request, token: admin.token })
}
