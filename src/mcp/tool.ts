import { z } from 'zod'
import type { areas } from '../client/areas.ts'
import type { Client } from '../client/client.ts'
import { didYouMean } from '../lib/did-you-mean.ts'
import { isId } from '../lib/ids.ts'

/** What assistants may do: whatever their token allows, only read, or nothing. */
export type Mode = 'on' | 'read' | 'off'

export type Kontor = Client<typeof areas>

/** How a call is sent, if not in the usual way. */
export type Sending = {
  /** Nothing is stored: the answer tells what would be. */
  dryRun?: boolean | undefined
  /** The same call again with the same key acts once. */
  idempotencyKey?: string | undefined
}

/** The API as the caller of the tool, with the caller's rights. */
export type Connect = (sending?: Sending) => Kontor

export type Result = Record<string, unknown>

/** What an assistant can do. Everything it reaches is an operation of the API. */
export type Tool<Input extends z.ZodObject = z.ZodObject> = {
  name: string
  title: string
  description: string
  input: Input
  does: 'read' | 'add' | 'change' | 'delete'
  /** What a token needs to change something with it. */
  scope?: string
  /** Asked before it acts; the answer of a person, or the argument `confirm`. */
  question?(input: z.output<Input>): string
  run(connect: Connect, input: z.output<Input>): Promise<Result>
}

export const tool = <Input extends z.ZodObject>(declared: Tool<Input>): Tool =>
  declared as unknown as Tool

/** The arguments of a tool. An unknown one is an error: ignored, it would change what the call means. */
export const closed = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return undefined
      const [key = ''] = issue.keys
      return `unknown argument "${key}"${didYouMean(key, Object.keys(shape))}`
    },
  })

/** Without the long pattern of `z.uuid()`, which every tool would repeat. */
export const Id = z
  .string()
  .refine(isId, 'expected an id, as tools answer it')
  .meta({ format: 'uuid' })

export const App = z
  .string()
  .regex(/^\w+\/\w+$/, 'expected workspace/app, such as crm/orders')
  .describe('workspace/app')

export function placeOf(path: string): { namespace: string; code: string } {
  const at = path.lastIndexOf('/')
  return { namespace: path.slice(0, at), code: path.slice(at + 1) }
}

export const dryRun = z.boolean().optional().describe('only try: nothing is stored')
export const idempotencyKey = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe('a repeated call with the same key acts once')
export const cursor = z
  .string()
  .regex(/^\d{1,9}$/, 'expected the nextCursor of an answer')
  .optional()
  .describe('nextCursor of the answer before')
