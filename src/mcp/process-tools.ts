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
  return (await published(kontor)).map(toolOf)
}

/** None with a token that may not look at processes. */
async function published(kontor: Kontor): Promise<ProcessTool[]> {
  try {
    return (await kontor.processes.listTools()).tools
  } catch (error) {
    if (error instanceof ClientError && error.status === 403) return []
    throw error
  }
}

/** Codes have no dashes, so no two processes have the same name; a long one tells itself by its id. */
function nameOf({ id, namespace, code }: ProcessTool): string {
  const name = `${PREFIX}${namespace}-${code}`.replaceAll('.', '-')
  return name.length <= LONGEST ? name : `${name.slice(0, LONGEST - 9)}-${id.slice(-8)}`
}

function toolOf(process: ProcessTool): Tool {
  const { namespace, code, name, description, fields } = process
  const takesKey = !fields.some((field) => field.code === 'idempotencyKey')
  return tool({
    name: nameOf(process),
    title: name.slice(0, 200),
    description: `Start the process "${name}". ${description}`.trim().slice(0, 300),
    does: 'add',
    scope: PROCESS_SCOPE,
    input: closed({
      ...Object.fromEntries(fields.map((field) => [field.code, toSchema(field)])),
      ...(takesKey && { idempotencyKey }),
    }),
    run: async (connect, { idempotencyKey: key, ...context }) => {
      const sending = takesKey ? { idempotencyKey: key as string | undefined } : {}
      const started = await connect(sending).bpm.run({
        params: { namespace, code },
        input: { context: takesKey ? context : { idempotencyKey: key, ...context } },
      })
      return { instance: compact(started.context) }
    },
  })
}

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
