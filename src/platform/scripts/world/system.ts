import type { Any, Kit } from './kit.ts'

/** People, groups, files, processes and working time. Runs in the sandbox. */
export function system(kit: Kit) {
  const idsOf = (id: string) => ({ input: { ids: [id], size: 1 } })

  const toUser = (row: Any) =>
    kit.guarded({ id: row.__id, data: row, fetch: async () => userOf(row.__id).fetch() }, 'user')

  const userOf = (id: string) =>
    kit.guarded(
      {
        id,
        fetch: async () => {
          const { result } = await kit.call('users.list', idsOf(id))
          if (result.result.length === 0) throw new Error(`user not found: ${id}`)
          return toUser(result.result[0])
        },
        toJSON: () => id,
      },
      'user',
    )

  const fileOf = (id: string) =>
    kit.guarded(
      {
        id,
        fetch: async () => {
          const { file } = await kit.call('disk.getFile', { params: { id } })
          return kit.guarded({ ...fileOf(id), data: file }, 'file')
        },
        getDownloadUrl: async () => (await kit.call('disk.getLink', { params: { id } })).Link,
        toJSON: () => id,
      },
      'file',
    )

  const toGroup = (row: Any) =>
    kit.guarded(
      {
        id: row.__id,
        data: row,
        users: async (from = 0, size = 10) => {
          const params = { id: row.__id }
          const { result } = await kit.call('scheme.listGroupUsers', {
            params,
            input: { from, size },
          })
          return result.result.map(toUser)
        },
      },
      'group',
    )

  const listing = (operation: string, toItem: (row: Any) => Any) => ({
    fields: async () => [],
    list: async (input: object) => (await kit.call(operation, { input })).result as Any,
    toItem,
  })

  /** A process; what its variables are is known to whoever may start it. */
  const processOf = (address: () => Promise<{ namespace: string; code: string }>): Any =>
    kit.guarded(
      {
        run: async (context: Record<string, Any> = {}) => {
          const params = await address()
          const { template } = await kit.call('scheme.getProcess', { params })
          const input = { context: kit.encodeAll(template.context, context) }
          const started = await kit.call('bpm.run', { params, input })
          return started.context.__id
        },
        _searchInstances: () => {
          let params: Any
          return kit.newSearch({
            fields: async () => {
              params = await address()
              return []
            },
            list: async (input) => (await kit.call('bpm.listByTemplate', { params, input })).result,
            toItem: toInstance,
          })
        },
      },
      'process',
    )

  const toInstance = (row: Any) =>
    kit.guarded(
      {
        id: row.__id,
        data: row,
        interrupt: async (comment: Any = '') => {
          const input = { comment: String(comment) }
          await kit.call('bpm.interrupt', { params: { id: row.__id }, input })
        },
      },
      'instance',
    )

  const hoursOf = (time: Any): string => {
    const minutes = typeof time === 'number' ? time * 60 : time.minutes
    return `${Math.round(minutes)} working minutes`
  }

  const [workspace = '', app] = kit.place.namespace.split('.')

  const System = kit.guarded(
    {
      cache: kit.newCache('System.cache'),
      getBaseUrl: () => kit.place.site ?? '',
      files: kit.guarded(
        {
          createTemporary: (...given: Any[]) => {
            if (app === undefined) throw new Error('createTemporary needs a process of an app here')
            return kit.newFile(async () => ({ namespace: workspace, code: app }), given)
          },
        },
        'System.files',
      ),
      users: kit.guarded(
        {
          search: () => kit.newSearch(listing('users.list', toUser)),
          getCurrentUser: async () => {
            const { id } = await kit.ask({ me: true })
            return userOf(id).fetch()
          },
        },
        'System.users',
      ),
      userGroups: kit.guarded(
        { search: () => kit.newSearch(listing('scheme.listGroups', toGroup)) },
        'System.userGroups',
      ),
      productionSchedule: kit.guarded(
        {
          calcDate: async (from: Any, time: Any) => {
            const input = { from: new kit.Datetime(from).toJSON(), time: hoursOf(time) }
            return new kit.Datetime((await kit.call('calendars.count', { input })).moment)
          },
        },
        'System.productionSchedule',
      ),
    },
    'System',
  )

  Object.assign(globalThis, { System })
  return { userOf, fileOf, processOf }
}
