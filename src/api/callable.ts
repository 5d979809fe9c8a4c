import { z } from 'zod'
import { isPublic } from './envelope.ts'
import type { Area, Operation } from './operation.ts'

/**
 * Whether a program inside the server may be given an operation as a tool: it is a part of the public API, its
 * input and its answer are JSON, it acts in one transaction, it hands out no rights
 * and changes no accounts.
 */
export const isCallable = (operation: Operation): boolean =>
  isPublic(operation) &&
  operation.access !== 'public' &&
  !operation.inSteps &&
  !operation.isUpload &&
  !operation.isDownload &&
  operation.streams === undefined &&
  operation.gives.length === 0 &&
  operation.changes.length === 0

/** `apps.getItem`, …: all of them, by area and name. */
export const callableNames = (areas: Record<string, Area>): string[] =>
  Object.entries(areas).flatMap(([area, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => isCallable(operation))
      .map(([name]) => `${area}.${name}`),
  )

/** What an operation does, and the JSON Schema of what it takes. */
export const describeCall = ({ summary, description, params, input }: Operation) => ({
  description: description === undefined ? summary : `${summary}. ${description}`,
  parameters: z.toJSONSchema(z.object({ params, input }), { io: 'input', unrepresentable: 'any' }),
})
