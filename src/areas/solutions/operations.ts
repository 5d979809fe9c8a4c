import { z } from 'zod'
import { ALL_FACTS } from '../../api/account-facts.ts'
import { EVERYTHING, operation } from '../../api/operation.ts'
import { Code, DateTime, Id } from '../../api/schemas.ts'
import { isSolutionPath } from '../../lib/solution-path.ts'

const MiB = 1024 ** 2
/** The files of one solution together. */
export const LARGEST = 64 * MiB
export const MOST_FILES = 50_000

export const Path = z
  .string()
  .max(1000)
  .regex(
    /^[^/\\\p{Cc}]+(\/[^/\\\p{Cc}]+)*$/u,
    'expected a path inside the solution, such as a/b.yaml',
  )
  .refine(
    isSolutionPath,
    'a path must not leave the solution; files that begin with a dot and folders of packages are no part of one',
  )

export const File = z.union([
  z.object({ path: Path, content: z.string().describe('the text of the file') }),
  z.object({ path: Path, base64: z.base64().describe('the bytes of a file that is no text') }),
])
export type File = z.infer<typeof File>

const Files = z
  .array(File)
  .min(1)
  .max(MOST_FILES)
  .refine(
    (files) => new Set(files.map(({ path }) => path)).size === files.length,
    'two files have the same path',
  )

export const Called = z
  .union([z.string(), z.record(z.string(), z.string())])
  .describe('a text, or texts by language')

export const CalledParts = z
  .record(z.string(), Called)
  .describe('what its parts are called, by the key that holds them and their code: `fields.total`')

const Blocker = z.object({
  text: z.string(),
  rows: z
    .array(z.object({ id: Id, value: z.string().nullable() }))
    .describe('the first items it is about'),
  canLose: z.boolean().describe('true = allowLoss overrides it'),
  isForGood: z
    .literal(true)
    .optional()
    .describe('the values are deleted: no roll back brings them back'),
})

export const Change = z.object({
  kind: z.string(),
  namespace: z.string(),
  code: z.string(),
  name: Called.optional(),
  names: CalledParts,
  action: z.enum(['create', 'update', 'delete', 'unchanged']),
  path: z.string().describe('the file that defines it, or did'),
  words: z.array(z.string()).describe('what is different'),
  differences: z
    .array(
      z.object({
        text: z.string().describe('the same as in `words`'),
        what: z.string(),
        at: z
          .array(z.string())
          .describe(
            'its keys and codes, members of lists without either by number; [] = the whole',
          ),
        before: z.unknown().describe('null = it was not there'),
        after: z.unknown().describe('null = it goes'),
      }),
    )
    .describe('the same with the values as they were and as they are to be'),
  isDestructive: z
    .boolean()
    .describe('something is removed, or values are no longer visible or deleted'),
  data: z.array(z.string()).describe('what happens to existing data'),
  blockers: z.array(Blocker).describe('what prevents it from being applied'),
})
export type Change = z.infer<typeof Change>

export const Plan = z.object({
  solution: z.string(),
  changes: z.array(Change),
  effects: z.array(z.string()).describe('what happens to people and other things outside of apps'),
  files: z
    .array(z.object({ path: z.string(), action: z.enum(['create', 'update', 'delete']) }))
    .describe('files that differ, even if only in a comment'),
  warnings: z
    .array(z.object({ path: z.string().describe('file:line:column'), message: z.string() }))
    .describe('what is probably a mistake; does not prevent applying'),
})
export type Plan = z.infer<typeof Plan>

const Solution = z.object({
  code: z.string(),
  name: z.string(),
  version: z.string(),
  description: z.string(),
  definitions: z.int().describe('how many it has'),
  appliedAt: DateTime,
  appliedBy: Id,
})
export type Solution = z.infer<typeof Solution>

const ByCode = z.object({ code: Code })

/** Base64 in JSON takes a third more than the bytes. */
export const bodyLimit = Math.ceil(LARGEST * 1.4)

export const solutions = {
  list: operation({
    method: 'GET',
    path: '/manage/v1/solutions',
    summary: 'List applied solutions',
    output: z.object({ solutions: z.array(Solution) }),
    access: 'administrator',
  }),
  plan: operation({
    method: 'POST',
    path: '/manage/v1/solutions/plan',
    summary: 'Show what applying a solution would change',
    description: 'Changes nothing. Says what happens to data, and what prevents it.',
    input: z.object({ files: Files }),
    output: z.object({ plan: Plan }),
    access: 'administrator',
    reads: true,
    bodyLimit,
  }),
  apply: operation({
    method: 'POST',
    path: '/manage/v1/solutions/apply',
    gives: EVERYTHING,
    changes: ALL_FACTS,
    summary: 'Apply a solution',
    description:
      'All or nothing, one at a time. Applying the same again changes nothing. Refused with `conflict` while something prevents it.',
    input: z.object({
      files: Files,
      allowLoss: z
        .boolean()
        .default(false)
        .describe(
          'apply it even if fields or apps with items are hidden, or values that do not fit are deleted permanently',
        ),
      comment: z.string().trim().max(2000).default('').describe('kept with the version'),
    }),
    output: z.object({
      plan: Plan,
      version: z.int().nullable().describe('its number; null if nothing changed'),
    }),
    access: 'administrator',
    stepUp: true,
    inSteps: true,
    bodyLimit,
  }),
  export: operation({
    method: 'GET',
    path: '/manage/v1/solutions/{code}/export',
    summary: 'Export the files of a solution',
    description:
      'Byte for byte what was applied, except for definitions that were changed by other means since.',
    params: ByCode,
    output: z.object({ files: z.array(File) }),
    access: 'administrator',
  }),
  planRemoval: operation({
    method: 'GET',
    path: '/manage/v1/solutions/{code}/removal',
    summary: 'Show what removing a solution would change',
    description: 'Changes nothing. Says what prevents it.',
    params: ByCode,
    output: z.object({ plan: Plan }),
    access: 'administrator',
  }),
  remove: operation({
    method: 'DELETE',
    path: '/manage/v1/solutions/{code}',
    gives: EVERYTHING,
    changes: ALL_FACTS,
    summary: 'Remove a solution',
    description: 'Its tables stay: applying it again brings their items back.',
    params: ByCode,
    input: z.object({ allowLoss: z.enum(['true', 'false']).default('false') }),
    output: z.object({ plan: Plan }),
    access: 'administrator',
    inSteps: true,
    stepUp: true,
  }),
}
