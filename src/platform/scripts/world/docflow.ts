import type { Any, Kit } from './kit.ts'

/** Sheets and numbers of an item. Runs in the sandbox. */
export function docflow(kit: Kit) {
  const idOf = (value: Any): string => String(typeof value === 'object' ? value?.id : value)

  const docflowOf = ({ namespace, code, id }: Any): Any => {
    const params = { namespace, code, id }
    const lists = async (type: string) =>
      (await kit.call('docflow.listLists', { params, input: { type } })).result
    const cancel = async (registration: Any) => {
      await kit.call('registration.cancel', { params: { id: idOf(registration) } })
    }
    const register = async (input: object) =>
      (await kit.call('registration.register', { params, input })).registration
    return kit.guarded(
      {
        getApprovalLists: () => lists('approval'),
        getInformLists: () => lists('inform'),
        getRegistrations: async () => (await kit.call('registration.list', { params })).result,
        register: (folder: Any) => register({ folder: idOf(folder) }),
        manualRegister: (number: Any, folder: Any) =>
          register({ folder: idOf(folder), number: String(number) }),
        reserve: async (folder: Any) => {
          const input = { folder: idOf(folder), item: id }
          return (await kit.call('registration.reserve', { params, input })).registration
        },
        deleteRegistration: cancel,
        deleteReservation: cancel,
      },
      'docflow()',
    )
  }

  return { docflowOf }
}
