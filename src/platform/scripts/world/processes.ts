import type { Any, Kit } from './kit.ts'

/** Processes, their instances and tasks. Runs in the sandbox. */
export function processes(kit: Kit) {
  type Address = { namespace: string; code: string }

  /** A process; its variables are known to users who may start it. */
  const processOf = (address: () => Promise<Address>): Any => {
    const encode = async (context: Record<string, Any>) => {
      const { template } = await kit.call('scheme.getProcess', { params: await address() })
      return kit.encodeAll(template.context, context)
    }
    const toInstance = (row: Any): Any =>
      kit.guarded(
        {
          id: row.__id,
          data: row,
          interrupt: async (comment: Any = '') => {
            const input = { comment: String(comment) }
            await kit.call('bpm.interrupt', { params: { id: row.__id }, input })
          },
          updateContext: async (context: Record<string, Any>, comment: Any = 'script') => {
            const input = { context: await encode(context), comment: String(comment) }
            await kit.call('bpm.changeContext', { params: { id: row.__id }, input })
          },
        },
        'instance',
      )
    const search = (
      operation: (params: Address, input: Any) => Promise<Any>,
      toItem: (row: Any) => Any,
    ) => {
      let params: Address
      return kit.newSearch({
        fields: async () => {
          params = await address()
          return []
        },
        list: async (input) => (await operation(params, input)).result,
        toItem,
      })
    }
    return kit.guarded(
      {
        run: async (context: Record<string, Any> = {}) => {
          const input = { context: await encode(context) }
          return (await kit.call('bpm.run', { params: await address(), input })).context.__id
        },
        _searchInstances: () =>
          search((params, input) => kit.call('bpm.listByTemplate', { params, input }), toInstance),
        _searchTasks: () =>
          search(
            ({ namespace, code }, input) =>
              kit.call('tasks.list', {
                input: { ...input, filter: ofProcess(input, `${namespace}:${code}`) },
              }),
            (row) => toTask(row, toInstance),
          ),
      },
      'process',
    )
  }

  const ofProcess = ({ filter }: Any, process: string) => ({
    and: [{ eq: [{ field: 'templateNsAndCode' }, { const: process }] }, ...(filter.and ?? [])],
  })

  const idOf = (value: Any): string => String(typeof value === 'object' ? value?.id : value)

  const toTask = (row: Any, toInstance: (row: Any) => Any): Any => {
    const params = { id: row.__id }
    return kit.guarded(
      {
        id: row.__id,
        data: row,
        getProcessInstance: async () =>
          toInstance((await kit.call('bpm.get', { params: { id: row.instance.__id } })).data),
        getPerformers: async () => (row.performers ?? []).map(kit.userOf),
        getExits: async () => (await kit.call('tasks.listExits', { params })).result,
        reassign: async (user: Any, comment: Any = '') => {
          const input = { userId: idOf(user), comment: String(comment) }
          await kit.call('tasks.reassign', { params, input })
        },
        changeDueDate: async (date: Any, comment: Any = '') => {
          const input = { dueDate: new kit.Datetime(date).toJSON(), comment: String(comment) }
          await kit.call('tasks.changeDates', { params, input })
        },
        submitTask: async (exit?: Any, data: Record<string, Any> = {}) => {
          const input = {
            context: kit.encodeAll([], data),
            ...(exit !== undefined && exit !== null && { exitId: idOf(exit) }),
          }
          await kit.call('tasks.submit', { params, input })
        },
      },
      'task',
    )
  }

  return { processOf }
}
