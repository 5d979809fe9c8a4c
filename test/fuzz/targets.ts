import { z } from 'zod'
import type { Area, Method, Operation } from '../../src/api/operation.ts'
import { areas } from '../../src/client/areas.ts'
import type { Schema } from './values.ts'

/** One operation with one of its methods, and its schemas. */
export type Target = {
  id: string
  area: string
  operation: Operation
  method: Method
  params: Schema
  input: Schema
  headers: Schema
}

/** Operations that would lock out the callers. Others spare the ids of the callers. */
export const SKIPPED: Record<string, string> = {
  'access.changeMyPassword': 'the administrator could be asked for a password nobody knows',
  'access.signOut': 'ends the session of the caller',
  'providers.savePolicy': 'nobody could sign in with a password any more',
  'providers.signOut': 'ends the session of the caller',
}

const toSchema = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema

export const targets: Target[] = Object.entries<Area>(areas).flatMap(([area, operations]) =>
  Object.entries(operations)
    .filter(([name]) => !(`${area}.${name}` in SKIPPED))
    .flatMap(([name, operation]) =>
      operation.methods.map((method) => ({
        id: `${area}.${name}`,
        area,
        operation,
        method,
        params: toSchema(operation.params),
        input: toSchema(operation.input),
        headers: toSchema(operation.headers),
      })),
    ),
)
