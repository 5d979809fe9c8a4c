import type { areas } from '../src/client/areas.ts'
import type { createClient } from '../src/client/client.ts'
import { solution } from './solution.ts'

type Client = ReturnType<typeof createClient<typeof areas>>
type Settings = NonNullable<
  Parameters<Client['nomenclature']['createFolder']>[0]['input']['registrationSettings']
>

/** An app with registration, and folders created by the test. */
export async function startRegistry(client: Client, workspace = 'contracts') {
  const { item: office } = await client.nomenclature.createDirectory({ input: { name: 'Office' } })
  const folders: string[] = []
  const apply = (registration = '{}', rights = '{}') => {
    const yaml = `name: Agreements
type: DOCUMENT
fields:
  subject: { name: Subject, type: STRING }
  person: { name: Person, type: FULL_NAME }
  signed: { name: Signed, type: DATETIME, kind: date }
registration: ${registration}
rights: ${rights}
`
    const files = solution(workspace, { [`workspaces/${workspace}/apps/agreements.yaml`]: yaml })
    return client.solutions.apply({ input: { files } })
  }
  await apply()
  const place = { namespace: workspace, code: 'agreements' }
  return {
    office: office.id,
    place,
    apply,
    folders,
    folder: async (settings: Settings, name = 'Folder') => {
      const { item } = await client.nomenclature.createFolder({
        input: {
          directoryId: office.id,
          docflow: 'input',
          name,
          registrationSettings: { templateEnabled: true, ...settings },
        },
      })
      folders.push(item.id)
      await apply(`{ folders: [${folders}] }`)
      return item
    },
    item: async (context: Record<string, unknown> = {}) => {
      const { item } = await client.apps.createItem({ params: place, input: { context } })
      return item.__id as string
    },
    register: async (
      id: string,
      folder: string,
      more: { number?: string; date?: string; reservation?: string } = {},
    ) => {
      const params = { ...place, id }
      const input = { folder, ...more }
      return (await client.registration.register({ params, input })).registration
    },
    list: async (id: string) =>
      (await client.registration.list({ params: { ...place, id } })).result,
  }
}
