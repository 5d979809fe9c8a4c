import { startApp } from '../../../test/app.ts'
import { readExamples, testExamples } from '../../../test/guide.ts'

const { admin, address } = await startApp()

/** Links in the guide are whole addresses, and need no token. */
const request = (path: string, init: RequestInit) =>
  path.startsWith(address)
    ? fetch(path, { ...init, headers: {} })
    : fetch(`${address}${path}`, init)

testExamples(await readExamples('docs/guides/files.md'), { request, token: admin.token })
