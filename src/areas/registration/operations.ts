import { z } from 'zod'
import { operation } from '../../api/operation.ts'
import { ById, Code, DateTime, Id, Next, Page } from '../../api/schemas.ts'
import { StorableText } from '../../fields/checks.ts'
import { Docflow } from './nomenclature/operations.ts'

export const Registration = z
  .object({
    id: Id,
    nomenclatureId: Id.describe('the folder'),
    directoryId: Id,
    docflow: Docflow,
    number: z.string(),
    index: z.int().describe('value of the counter, 0 for a number that was typed'),
    date: DateTime,
    registrarId: Id,
    status: z.enum(['registered', 'reserved', 'canceled']),
    createdAt: DateTime,
    createdBy: Id,
    updatedAt: DateTime,
    updatedBy: Id,
    deletedAt: DateTime.nullable(),
  })
  .meta({ id: 'Registration' })
export type Registration = z.infer<typeof Registration>

const LONGEST_NUMBER = 255

const InApp = z.object({ namespace: Code, code: Code })
const OfItem = InApp.extend({ id: Id })
const one = z.object({ registration: Registration })

const Folder = StorableText.min(1)
  .max(1000)
  .describe('id of the folder, or its path in a solution: `head_office/agreements/customers`')
const NumberText = StorableText.trim()
  .min(1, 'expected a number')
  .max(LONGEST_NUMBER)
  .regex(/^\P{Cc}*$/u, 'a number has no control characters')

const Given = z.object({
  number: NumberText.optional().describe('where the folder has no template'),
  date: DateTime.optional().describe('absent = now'),
})

const JournalEntry = z
  .object({
    id: Id,
    number: z.string(),
    date: DateTime,
    folder: z.object({ id: Id, name: z.string() }),
    item: z.object({
      namespace: z.string(),
      code: z.string(),
      id: Id.nullable().describe('null = reserved for a document that is not there yet'),
      name: z.string(),
    }),
    registrar: z.object({ id: Id, name: z.string() }),
    state: Registration.shape.status,
  })
  .meta({ id: 'RegistrationJournalEntry' })
export type JournalEntry = z.infer<typeof JournalEntry>

const JournalRequest = Page.extend({
  folder: Folder.optional(),
  app: z
    .string()
    .regex(/^[^/]+\/[^/]+$/, 'expected <namespace>/<code>')
    .optional()
    .describe('`<namespace>/<code>`'),
  since: DateTime.optional().describe('dates from then on'),
  until: DateTime.optional().describe('dates before then'),
  q: z.string().max(255).optional().describe('a part of the number'),
})
export type JournalRequest = z.output<typeof JournalRequest>

const RECORD = '/manage/v1/registration/records/{id}'

export const registration = {
  list: operation({
    method: 'POST',
    path: '/pub/v1/registration/{namespace}/{code}/{id}',
    summary: 'List registrations of an app item',
    description: 'The newest first, cancelled ones included.',
    params: OfItem,
    output: z.object({ result: z.array(Registration) }),
    reads: true,
  }),
  register: operation({
    method: 'POST',
    path: '/manage/v1/registration/{namespace}/{code}/{id}/register',
    gives: [],
    summary: 'Register an app item',
    description:
      'Gives the item a number of the folder; one that is reserved for it is used. Needs the right `update`, or to be named by the app.',
    params: OfItem,
    input: Given.extend({
      folder: Folder,
      reservation: Id.optional().describe('a reserved number to use'),
    }),
    output: one,
  }),
  reserve: operation({
    method: 'POST',
    path: '/manage/v1/registration/{namespace}/{code}/reserve',
    gives: [],
    summary: 'Reserve a number',
    description: 'For a document that is not there yet, or for one that is not ready.',
    params: InApp,
    input: Given.extend({ folder: Folder, item: Id.optional() }),
    output: one,
  }),
  records: operation({
    method: 'GET',
    path: '/manage/v1/registration/records',
    summary: 'List the journal of registrations',
    description: 'Those of items that the caller may read, the newest date first.',
    input: JournalRequest,
    output: z.object({ records: z.array(JournalEntry), total: z.int(), ...Next }),
  }),
  change: operation({
    method: 'POST',
    path: RECORD,
    gives: [],
    summary: 'Change the number or the date of a registration',
    description: 'Only in folders that allow it.',
    params: ById,
    input: Given,
    output: one,
  }),
  cancel: operation({
    method: 'POST',
    path: `${RECORD}/cancel`,
    gives: [],
    summary: 'Cancel a registration or reservation',
    description: 'The number is free again where the folder uses numbers again.',
    params: ById,
    output: one,
  }),
  verify: operation({
    method: 'GET',
    path: '/manage/v1/registration/log/verify',
    summary: 'Verify the log of registrations',
    description: 'Keep the hashes elsewhere: a log that was written anew as a whole has others.',
    output: z.object({
      problems: z.array(z.string()),
      counters: z.array(z.object({ serialId: Id, entries: z.int(), hash: z.string() })),
    }),
    access: 'administrator',
  }),
}
