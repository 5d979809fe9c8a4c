import { z } from 'zod'
import type { ProcessTool } from '../areas/processes/instances/tool-operations.ts'
import { ClientError } from '../client/client.ts'
import { compact } from './size.ts'
import { closed, idempotencyKey, type Kontor, type Tool, tool } from './tool.ts'

export const PROCESS_SCOPE = 'bpm:write'
const PREFIX = 'start_'
/** The longest name that all hosts take. */
const LONGEST = 64

export const isProcessTool = (name: unknown): boolean =>
  typeof name === 'string' && name.startsWith(PREFIX)

/** A tool for each process whose definition says so and that the caller may start. */
export async function processTools(kontor: Kontor): Promise<Tool[]> {
  const tools = await published(kontor)
  const names = new Set<string>()
  return tools.map((process) => {
    const name = nameOf(process, names)
    names.add(name)
    return toolOf(name, process)
  })
}

/** None on a server of an earlier release. */
async function published(kontor: Kontor): Promise<ProcessTool[]> {
  try {
    return (await kontor.processes.listTools()).tools
  } catch (error) {
    if (error instanceof ClientError && error.status === 404) return []
    throw error
  }
}

function nameOf({ namespace, code }: ProcessTool, taken: ReadonlySet<string>): string {
  const name = `${PREFIX}${namespace}_${code}`.replaceAll(/\W/g, '_').slice(0, LONGEST)
  if (!taken.has(name)) return name
  for (let number = 2; ; number++) {
    const next = `${name.slice(0, LONGEST - 4)}_${number}`
    if (!taken.has(next)) return next
  }
}

const toolOf = (name: string, { namespace, code, name: title, description, fields }: ProcessTool) =>
  tool({
    name,
    title: title.slice(0, 200),
    description: `Start the process "${title}". ${description}`.trim().slice(0, 300),
    does: 'add',
    scope: PROCESS_SCOPE,
    input: closed({
      ...Object.fromEntries(fields.map((field) => [field.code, toSchema(field)])),
      ...(!fields.some((field) => field.code === 'idempotencyKey') && { idempotencyKey }),
    }),
    run: async (connect, { idempotencyKey: key, ...context }) => {
      const sending = { idempotencyKey: key as string | undefined }
      const started = await connect(sending).bpm.run({
        params: { namespace, code },
        input: { context },
      })
      return { instance: compact(started.context) }
    },
  })

type Field = ProcessTool['fields'][number]

function toSchema({ name, type, required, array }: Field): z.ZodType {
  const schema = (array ? undefined : BY_TYPE[type]) ?? z.unknown()
  const described = schema.describe(name)
  return required ? described : described.optional()
}

const ids = z.array(z.uuid())
const BY_TYPE: Record<string, z.ZodType> = {
  STRING: z.string(),
  INTEGER: z.int(),
  FLOAT: z.number(),
  BOOLEAN: z.boolean(),
  SYS_USER: ids,
  SYS_COLLECTION: ids,
}
