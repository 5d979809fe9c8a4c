import { z } from 'zod'
import { operation } from '../../../api/operation.ts'
import { ById, DateTime, Id } from '../../../api/schemas.ts'
import { comment } from './form-operations.ts'

const MOST_WATCHERS = 100
const MOST_ENTRIES = 100
const MOST_FILES = 50

const Line = z.string().trim().min(1, 'expected a text').max(500)
const Watchers = z
  .array(Id)
  .max(MOST_WATCHERS)
  .describe('who reads it and is told what becomes of it')
const Files = z
  .array(Id)
  .max(MOST_FILES)
  .describe('personal files of the caller; everybody in the task may read them')
const Priority = z.int().min(-1).max(1).describe('1 = high, 0 = normal, -1 = low')
const Repeats = z
  .string()
  .max(200)
  .nullable()
  .describe(
    'the five fields of cron, `0 9 * * 1-5`, in UTC unless preceded by `TZ=Europe/Berlin `: once it is completed, a task is due at the next of these times',
  )

const NewTask = z.object({
  name: Line.describe('what is to be done'),
  description: z.string().max(20_000).default(''),
  performer: Id,
  watchers: Watchers.default([]),
  dueDate: DateTime.nullable().default(null),
  priority: Priority.default(0),
  item: z
    .object({ namespace: z.string(), code: z.string(), id: Id })
    .nullable()
    .default(null)
    .describe('what it is about; whoever reads the item does not therefore read the task'),
  checklist: z.array(Line).max(MOST_ENTRIES).default([]),
  files: Files.default([]),
  repeats: Repeats.default(null),
})

const TASK = '/manage/v1/tasks/{id}'

/** Tasks that people give each other, without a process. */
export const plain = {
  create: operation({
    method: 'POST',
    path: '/manage/v1/tasks',
    gives: [],
    summary: 'Create a task without a process',
    description:
      'A task without a process, in the same lists and completed by the same operations as all others. Its author, its performer and its watchers may read it.',
    input: NewTask,
    output: z.object({ id: Id }),
  }),
  change: operation({
    method: 'PATCH',
    path: TASK,
    gives: [],
    summary: 'Change a task without a process',
    description: 'For its author. What is absent stays.',
    params: ById,
    input: z.object({
      name: Line.optional(),
      description: z.string().max(20_000).optional(),
      watchers: Watchers.optional(),
      priority: Priority.optional(),
      checklist: z
        .array(
          z.object({
            number: z.int().min(1).optional().describe('of an entry that is there already'),
            text: Line,
          }),
        )
        .max(MOST_ENTRIES)
        .optional(),
      files: Files.optional(),
      repeats: Repeats.optional(),
    }),
  }),
  check: operation({
    method: 'POST',
    path: `${TASK}/checklist`,
    gives: [],
    summary: 'Mark an entry of the checklist as done, or not',
    description: 'For the performer and the author.',
    params: ById,
    input: z.object({ number: z.int().min(1), isDone: z.boolean() }),
  }),
  attach: operation({
    method: 'POST',
    path: `${TASK}/files`,
    gives: [],
    summary: 'Add files to a task without a process',
    description: 'For the performer and the author.',
    params: ById,
    input: z.object({ files: Files.min(1, 'expected at least one file') }),
  }),
  cancel: operation({
    method: 'POST',
    path: `${TASK}/cancel`,
    gives: [],
    summary: 'Withdraw a task without a process',
    description: 'For its author. One that repeats does not come again.',
    params: ById,
    input: z.object({ comment }),
  }),
}
