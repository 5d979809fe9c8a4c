import type { Any, Kit } from './kit.ts'

/** Files and directories. Runs in the sandbox. */
export function files(kit: Kit) {
  const bytesOf = (content: Any): Uint8Array => {
    if (content instanceof ArrayBuffer) return new Uint8Array(content)
    if (ArrayBuffer.isView(content)) {
      return new Uint8Array(content.buffer, content.byteOffset, content.byteLength)
    }
    throw new Error('the content of a file is an ArrayBuffer or an array of bytes')
  }

  const createFile = async (directory: string, name: Any, content: Any): Promise<string> => {
    const { hash } = await kit.ask({ bytes: kit.toBase64(bytesOf(content)) })
    const input = { files: [{ hash, name: kit.textOf(name, 'the name'), directory }] }
    const [made] = (await kit.call('disk.makeFiles', { input })).items
    if (made.file === undefined) throw new Error(made.error)
    return made.file.__id
  }

  const aboutFile = (id: string) => ({
    id,
    getDownloadUrl: async () => (await kit.call('disk.getLink', { params: { id } })).Link,
    getVersions: async (offset = 0, limit = 10) =>
      (await kit.call('disk.listVersions', { params: { id } })).versions.slice(
        offset,
        offset + limit,
      ),
    toJSON: () => id,
  })

  const toFile = (row: Any): Any =>
    kit.guarded(
      { ...aboutFile(row.__id), data: row, fetch: async () => fileOf(row.__id).fetch() },
      'file',
    )

  const fileOf = (id: string): Any =>
    kit.guarded(
      {
        ...aboutFile(id),
        fetch: async () => toFile((await kit.call('disk.getFile', { params: { id } })).file),
      },
      'file',
    )

  const MOST = 10_000

  const toDirectory = (row: Any): Any => {
    const id: string = row.__id
    const getDirs = async () => {
      const isHere = { eq: [{ field: 'directory' }, { const: id }] }
      const filter = { and: [isHere, { eq: [{ field: '__deletedAt' }, { null: '' }] }] }
      const input = { filter, size: MOST }
      return (await kit.call('disk.listDirectories', { input })).result.result.map(toDirectory)
    }
    const getFiles = async () => {
      const input = { filter: { directory: id }, size: MOST }
      return (await kit.call('disk.searchFiles', { input })).result.result.map(toFile)
    }
    return kit.guarded(
      {
        ...{ id, data: row, getDirs, getFiles },
        getChildren: async () => [...(await getDirs()), ...(await getFiles())],
        getParents: async () => {
          const input = { ids: row.parentsList, size: MOST }
          if (row.parentsList.length === 0) return []
          return (await kit.call('disk.listDirectories', { input })).result.result.map(toDirectory)
        },
        createChildren: async (name: Any) => {
          const input = { name: kit.textOf(name, 'the name'), directory: id }
          return toDirectory((await kit.call('disk.createDirectory', { input })).directory)
        },
        createFile: async (name: Any, content: Any) => fileOf(await createFile(id, name, content)),
        moveFiles: async (moved: Any) => {
          const list = (Array.isArray(moved) ? moved : [moved]).map((file) => ({ hash: file.id }))
          await kit.call('disk.moveFiles', { input: { directoryID: id, files: list } })
        },
        delete: async () => {
          await kit.call('disk.deleteDirectory', { params: { id } })
        },
        toJSON: () => id,
      },
      'directory',
    )
  }

  /** The conditions that the search for files supports. */
  const WANTED: Record<string, string[]> = {
    __name: ['eq', 'like'],
    directory: ['eq'],
    __createdBy: ['eq'],
  }
  const conditionIn = (condition: Any) => {
    const [op = '', [{ field }, other] = [{ field: '' }]] = Object.entries<Any>(condition)[0] ?? []
    const value = other?.const
    if (!WANTED[field]?.includes(op) || value === undefined) {
      throw new Error(
        'System.files.search() takes __name.eq, __name.like, directory.eq and __createdBy.eq here',
      )
    }
    if (op === 'like' && String(value).includes('%')) {
      throw new Error('System.files.search() takes a part of the name, without %')
    }
    return { field, value, isWhole: field === '__name' && op === 'eq' }
  }
  const readFilter = ({ and = [] }: Any) => {
    const conditions: ReturnType<typeof conditionIn>[] = and.map(conditionIn)
    const twice = conditions.find(({ field }, at) =>
      conditions.slice(0, at).some((each) => each.field === field),
    )
    if (twice) throw new Error(`System.files.search() takes ${twice.field} once`)
    return {
      filter: Object.fromEntries(conditions.map(({ field, value }) => [field, value])),
      wholeName: conditions.find(({ isWhole }) => isWhole)?.value,
    }
  }

  const directories = kit.guarded(
    { search: () => kit.newSearch(kit.listingOf('disk.listDirectories', toDirectory)) },
    'System.directories',
  )
  const searchFiles = () => {
    const { list, ...listing } = kit.listingOf('disk.searchFiles', toFile)
    return kit.newSearch({
      ...listing,
      list: async ({ filter: asked, fields: _, ...input }: Any) => {
        const { filter, wholeName } = readFilter(asked)
        if (wholeName === undefined) return list({ ...input, filter })
        // The server matches parts of names.
        const { from, size } = input
        const found = await list({ ...input, filter, from: 0, size: MOST, total: true })
        if (found.total > MOST)
          throw new Error(`more than ${MOST} files have "${wholeName}" in their names`)
        const result = found.result.filter((row) => row.__name === wholeName)
        return {
          result: result.slice(from, size === -1 ? MOST : from + size),
          total: result.length,
        }
      },
    })
  }

  return { createFile, fileOf, directories, searchFiles }
}
