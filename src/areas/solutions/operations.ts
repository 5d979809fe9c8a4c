import { z } from 'zod'
import { EVERYTHING, operation } from '../../api/operation.ts'
import { Code, DateTime, Id } from '../../api/schemas.ts'

const MiB = 1024 ** 2
/** The files of one solution together. */
export const LARGEST = 64 * MiB
const MOST_FILES = 50_000

const Path = z
  .string()
  .max(1000)
  .regex(
    /^[^/\\\p{Cc}]+(\/[^/\\\p{Cc}]+)*$/u,
    'expected a path inside the solution, such as a/b.yaml',
  )
  .refine(
    (path) => path.split('/').every((part) => part !== '.' && part !== '..'),
    'a path must not leave the solution',
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

const Blocker = z.object({
  text: z.string(),
  rows: z
    .array(z.object({ id: Id, value: z.string().nullable() }))
    .describe('the first items it is about'),
  canLose: z.boolean().describe('true = allowLoss overrides it'),
})

export const Change = z.object({
  kind: z.string(),
  namespace: z.string(),
  code: z.string(),
  action: z.enum(['create', 'update', 'delete', 'unchanged']),
  path: z.string().describe('the file that defines it, or did'),
  words: z.array(z.string()).describe('what is different'),
  differences: z
    .array(
      z.object({
        text: z.string().describe('the same as in `words`'),
        what: z.string(),
        before: z.unknown().describe('null = it was not there'),
        after: z.unknown().describe('null = it goes'),
      }),
    )
    .describe('the same with the values as they were and as they are to be'),
  isDestructive: z.boolean().describe('something goes, or values are lost from sight'),
  data: z.array(z.string()).describe('what happens to the data there is'),
  blockers: z.array(Blocker).describe('what stands in the way'),
})
export type Change = z.infer<typeof Change>

export const Plan = z.object({
  solution: z.string(),
  changes: z.array(Change),
  effects: z.array(z.string()).describe('what happens to people and other things outside of apps'),
  files: z
    .array(z.object({ path: z.string(), action: z.enum(['create', 'update', 'delete']) }))
    .describe('files that are different, also those in which only a comment is'),
  warnings: z
    .array(z.object({ path: z.string().describe('file:line:column'), message: z.string() }))
    .describe('what is probably not meant so; it stops nobody'),
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
const bodyLimit = Math.ceil(LARGEST * 1.4)

export const solutions = {
  list: operation({
    method: 'GET',
    path: '/manage/v1/solutions',
    summary: 'List the solutions that are applied',
    output: z.object({ solutions: z.array(Solution) }),
    access: 'administrator',
  }),
  plan: operation({
    method: 'POST',
    path: '/manage/v1/solutions/plan',
    summary: 'Show what applying a solution would change',
    description: 'Changes nothing. Says what happens to data, and what stands in the way.',
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
    summary: 'Make the system what a solution says',
    description:
      'All or nothing, one at a time. Applying the same again changes nothing. Refused with `conflict` while something stands in the way.',
    input: z.object({
      files: Files,
      allowLoss: z
        .boolean()
        .default(false)
        .describe('go on where values, fields or apps with items are lost from sight'),
    }),
    output: z.object({ plan: Plan }),
    access: 'administrator',
    inSteps: true,
    bodyLimit,
  }),
  export: operation({
    method: 'GET',
    path: '/manage/v1/solutions/{code}/export',
    summary: 'Get the files of a solution back',
    description:
      'Byte for byte what was applied, but for definitions changed since by other means.',
    params: ByCode,
    output: z.object({ files: z.array(File) }),
    access: 'administrator',
  }),
  planRemoval: operation({
    method: 'GET',
    path: '/manage/v1/solutions/{code}/removal',
    summary: 'Show what taking a solution out would change',
    description: 'Changes nothing. Says what stands in the way.',
    params: ByCode,
    output: z.object({ plan: Plan }),
    access: 'administrator',
  }),
  remove: operation({
    method: 'DELETE',
    path: '/manage/v1/solutions/{code}',
    gives: EVERYTHING,
    summary: 'Take a solution out of the system',
    description: 'Its tables stay: applying it again brings their items back.',
    params: ByCode,
    input: z.object({ allowLoss: z.enum(['true', 'false']).default('false') }),
    output: z.object({ plan: Plan }),
    access: 'administrator',
    inSteps: true,
  }),
}
