import { z } from 'zod'
import { fieldsOf } from '../fields.ts'
import { compact } from '../size.ts'
import { closed, type Kontor, placeOf, type Result, tool } from '../tool.ts'

export const describe = tool({
  name: 'kontor_describe',
  title: 'Describe apps and processes',
  description:
    'Without path: the apps and processes you can reach. With the path of an app, such as crm/orders: its fields, statuses and processes. Call it before you filter, create or change items.',
  does: 'read',
  input: closed({
    path: z
      .string()
      .regex(/^[\w.]+\/\w+$/, 'expected workspace/app, such as crm/orders')
      .optional(),
  }),
  run: async (connect, { path }) =>
    path === undefined ? describeAll(connect()) : describeApp(connect(), placeOf(path)),
})

async function describeAll(kontor: Kontor): Promise<Result> {
  const { workspaces } = await kontor.workplace.navigation()
  const { processes } = await kontor.processes.list()
  return {
    apps: workspaces.flatMap(({ apps }) =>
      apps.map(({ namespace, code, name, rights }) => ({
        path: `${namespace}/${code}`,
        name,
        mayCreate: rights.create,
        mayUpdate: rights.update,
        mayDelete: rights.delete,
      })),
    ),
    processes: processes
      .filter(({ canStart }) => canStart)
      .map(({ namespace, code, name }) => ({ path: `${namespace}/${code}`, name })),
  }
}

async function describeApp(kontor: Kontor, place: { namespace: string; code: string }) {
  const { name, elementName, fields } = await fieldsOf(kontor, place)
  const { statusItems } = await kontor.apps.statusSettings({ params: place })
  return {
    path: `${place.namespace}/${place.code}`,
    name,
    elementName,
    fields: fields
      .filter(({ deleted }) => !deleted)
      .map(({ code, type, required, array, single, data, view }) =>
        compact({
          code,
          name: view.name,
          type,
          ...(required && { required }),
          ...((array || (type.startsWith('SYS_') && !single)) && { isList: true }),
          ...(Object.keys(data).length > 0 && { data }),
        }),
      ),
    statuses: statusItems.map(({ code, name: status }) => ({ code, name: status })),
  }
}
