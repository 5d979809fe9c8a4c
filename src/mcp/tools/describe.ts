import { z } from 'zod'
import { ClientError } from '../../client/client.ts'
import { fieldsOf } from '../fields.ts'
import { compact } from '../size.ts'
import { closed, type Kontor, placeOf, type Result, tool } from '../tool.ts'

export const describe = tool({
  name: 'kontor_describe',
  title: 'Describe apps and processes',
  description:
    'Without path: the apps and processes you can reach. With the path of an app, such as crm/orders: its fields and statuses; of a process: the values it is started with. Call it before you filter, create, change or start.',
  does: 'read',
  input: closed({
    path: z
      .string()
      .regex(/^[\w.]+\/\w+$/, 'expected the path of an app or a process, such as crm/orders')
      .optional(),
  }),
  run: async (connect, { path }) =>
    path === undefined ? describeAll(connect()) : describePath(connect(), path),
})

/** A process may have the path of an app as well: then both are described. */
async function describePath(kontor: Kontor, path: string): Promise<Result> {
  const { processes } = await kontor.processes.list()
  const process = processes.find(({ namespace, code }) => `${namespace}/${code}` === path)
  const app = process ? await describeApp(kontor, placeOf(path)).catch(ignoreMissing) : undefined
  if (!process) return describeApp(kontor, placeOf(path))
  return { ...app, process: await describeProcess(kontor, process.id) }
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof ClientError) || error.status !== 404) throw error
}

async function describeProcess(kontor: Kontor, id: string): Promise<Result> {
  const { process } = await kontor.processes.get({ params: { id }, input: {} })
  const { name, canStart, variables, startForm } = process
  const required = new Map(startForm.map((each) => [each.code, each.required]))
  const inputs = variables.filter(({ code }) => required.has(code))
  return {
    name,
    mayStart: canStart,
    values: inputs.map((field) =>
      toField({ ...field, required: required.get(field.code) ?? false }),
    ),
  }
}

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
    fields: fields.filter(({ deleted }) => !deleted).map(toField),
    statuses: statusItems.map(({ code, name: status }) => ({ code, name: status })),
  }
}

type Field = Awaited<ReturnType<typeof fieldsOf>>['fields'][number]
type Described = Pick<Field, 'code' | 'type' | 'required' | 'array' | 'single' | 'data' | 'view'>

const toField = ({ code, type, required, array, single, data, view }: Described) =>
  compact({
    code,
    name: view.name,
    type,
    ...(required && { required }),
    ...((array || (type.startsWith('SYS_') && !single)) && { isList: true }),
    ...(Object.keys(data).length > 0 && { data }),
  })
