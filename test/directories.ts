import { randomUUID } from 'node:crypto'
import { afterAll } from 'vitest'
import { connectClient } from '../src/platform/db/db.ts'
import { startApp } from './app.ts'

export type Person = { id: string; token: string }

/** Two people with directories and files. */
export async function startDirectories() {
  const started = await startApp()
  const { as, admin, make, connection } = started
  const [ann, bob] = [await make.user(), await make.user()]
  const [sql, other] = [await connectClient(connection), await connectClient(connection)]
  afterAll(() => Promise.all([sql.end(), other.end()]))
  return {
    ...started,
    ...{ ann, bob, sql, other },
    makeDirectory: async (by: Person, directory?: string, name: string = randomUUID()) => {
      const input = { __name: name, ...(directory && { directory }) }
      return (await as(by).disk.createDirectory({ input })).directory.__id
    },
    change: async (by: Person, id: string, input: { name?: string; directory?: string }) =>
      (await as(by).disk.changeDirectory({ params: { id }, input })).directory,
    remove: (by: Person, id: string) => as(by).disk.deleteDirectory({ params: { id } }),
    getDirectory: async (by: Person, id: string) =>
      (await as(by).disk.getDirectory({ params: { id } })).directory,
    upload: async (by: Person, id: string, name = `${randomUUID()}.txt`) => {
      const file = new FormData()
      file.append('file', new Blob(['text']), name)
      const answer = await as(by).disk.uploadToDirectory({ params: { id }, input: {}, file })
      if (!answer.file) throw new Error('not complete')
      return answer.file
    },
    getFile: async (by: Person, id: string) => (await as(by).disk.getFile({ params: { id } })).file,
    trash: async (by: Person) => {
      const { files } = await as(by).disk.listTrash({ input: { size: 1000 } })
      return files.map(({ __id }) => __id)
    },
    isLive: async (id: string) =>
      (await sql.query('select from kontor.files where id = $1 and deleted_at is null', [id]))
        .rowCount === 1,
    eventsOf: async (object: string) => {
      const { entries } = await as(admin).audit.list({ input: { object } })
      return entries.map(({ type }) => type)
    },
    grantRead: (path: string[], to: Person) =>
      as(admin).access.grant({
        input: {
          kind: 'directory',
          object: path.join('/'),
          right: 'read',
          subjectKind: 'user',
          subject: to.id,
        },
      }),
  }
}
