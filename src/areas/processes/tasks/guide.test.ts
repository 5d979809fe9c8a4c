import { readExamples, testExamples } from '../../../../test/guide.ts'
import { startTasks } from '../../../../test/task-stand.ts'

const { admin, request } = await startTasks()

testExamples(await readExamples('docs/guides/tasks.md'), { request, token: admin.token })
