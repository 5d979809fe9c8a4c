import { startDemo } from '../../test/demo-company.ts'
import { readExamples, testExamples } from '../../test/guide.ts'

const { admin, request } = await startDemo()

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
