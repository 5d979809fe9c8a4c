import { z } from 'zod'
import { operation, upload } from '../../api/operation.ts'
import { ById, DateTime, Id, Next, Page } from '../../api/schemas.ts'

const FORM = '/manage/v1/forms/{namespace}/{app}/{code}'
const OfForm = z.object({ namespace: z.string(), app: z.string(), code: z.string() })

/** In bytes: more than 100,000 letters of any alphabet of two bytes. */
const LARGEST_FORM = 256 * 1024

export const INPUTS = [
  ...(['text', 'paragraph', 'whole', 'number', 'yesno', 'date', 'time', 'datetime'] as const),
  ...(['choice', 'choices', 'email', 'phone', 'name', 'link', 'files'] as const),
] as const

const FormField = z
  .object({
    code: z.string(),
    name: z.string(),
    help: z.string(),
    required: z.boolean(),
    input: z.enum(INPUTS).describe('how it is filled in'),
    options: z.array(z.object({ code: z.string(), name: z.string() })).optional(),
    maxLength: z.int().optional(),
    min: z.number().optional(),
    max: z.number().optional(),
  })
  .meta({ id: 'PublicFormField' })
export type FormField = z.infer<typeof FormField>

const PublicForm = z
  .object({
    name: z.string(),
    text: z.string(),
    thanks: z.string(),
    fields: z.array(FormField),
    files: z.object({ maxSize: z.int(), endings: z.array(z.string()), most: z.int() }),
    hasFollowUp: z.boolean().describe('the sender gets a link to what becomes of it'),
  })
  .meta({ id: 'PublicForm' })

const Purpose = z.enum(['submit', 'file'])
export type Purpose = z.infer<typeof Purpose>

const solved = {
  challenge: z.string().max(500).describe('as it was given'),
  answer: z
    .string()
    .regex(/^\d{1,16}$/, 'expected digits')
    .describe('SHA-256 of "<id of the challenge>:<answer>" begins with that many zero bits'),
}
export type Solved = { challenge: string; answer: string }

export const SentFile = z
  .object({ id: Id, name: z.string().max(255), seal: z.string().max(100) })
  .meta({ id: 'PublicFormFile' })

const Filled = z.object({
  ...solved,
  values: z
    .record(z.string().max(100), z.unknown())
    .describe('by code of the field: text, a number, a choice by its code, files as received'),
})

const ListedForm = z.object({
  id: Id,
  namespace: z.string(),
  app: z.string(),
  code: z.string(),
  name: z.string(),
  state: z
    .enum(['on', 'off', 'no_user', 'administrator', 'no_right'])
    .describe('why nobody can send it, if so'),
  as: z.string().describe('the login of who creates the items'),
  today: z.int().describe('sent in the last 24 hours'),
  origins: z.array(z.string()),
})

const Submission = z.object({
  id: Id,
  item: Id,
  at: DateTime,
  linkUntil: DateTime.nullable().describe('null = the sender has no link, or no longer'),
})

export const forms = {
  list: operation({
    method: 'GET',
    path: '/manage/v1/forms',
    summary: 'List public forms',
    output: z.object({ forms: z.array(ListedForm) }),
    access: 'administrator',
  }),
  listSubmissions: operation({
    method: 'GET',
    path: `${FORM}/submissions`,
    summary: 'List submissions of a public form',
    params: OfForm,
    input: Page,
    output: z.object({ submissions: z.array(Submission), total: z.int(), ...Next }),
    access: 'administrator',
  }),
  revokeLink: operation({
    method: 'DELETE',
    path: '/manage/v1/form-submissions/{id}/link',
    gives: [],
    summary: 'Revoke the link of a sender',
    params: ById,
    access: 'administrator',
  }),
  get: operation({
    method: 'GET',
    path: FORM,
    summary: 'Read a public form',
    description: 'Texts are in the language of the browser.',
    params: OfForm,
    output: z.object({ form: PublicForm }),
    access: 'public',
  }),
  challenge: operation({
    method: 'GET',
    path: `${FORM}/challenge`,
    summary: 'Get a proof-of-work challenge for a public form',
    description:
      'Whoever sends a form or a file proves some work: it costs a person nothing, and a machine that sends thousands a lot. Each works once, for this form and purpose, within 30 minutes.',
    params: OfForm,
    input: z.object({ for: Purpose.default('submit') }),
    output: z.object({
      challenge: z.string(),
      id: Id,
      bits: z.int(),
      expiresAt: DateTime,
    }),
    access: 'public',
  }),
  upload: upload({
    path: `${FORM}/files`,
    summary: 'Upload a file for a public form',
    description: 'What it is, is told by its content. It is kept for 60 minutes.',
    params: OfForm,
    input: z.object({
      ...solved,
      field: z.string().max(100),
      name: z.string().max(255).default(''),
    }),
    output: z.object({ file: SentFile }),
    access: 'public',
  }),
  submit: operation({
    method: 'POST',
    path: `${FORM}/submit`,
    gives: [],
    summary: 'Submit a public form',
    description:
      'Creates an item as the user of the form. Sent again with the same challenge and values it answers the same and creates nothing.',
    params: OfForm,
    input: Filled,
    output: z.object({
      secret: z.string().nullable().describe('belongs behind # of /forms/follow'),
      expiresAt: DateTime.nullable(),
    }),
    access: 'public',
    bodyLimit: LARGEST_FORM,
    inSteps: true,
  }),
  follow: operation({
    method: 'POST',
    path: '/manage/v1/form-submissions/follow',
    summary: 'Get the state of a submission',
    input: z.object({ secret: z.string().max(100).describe('what follows # in the link') }),
    output: z.object({
      form: z.string(),
      at: DateTime,
      status: z.string().nullable(),
      changedAt: DateTime,
      fields: z.array(
        z.object({ code: z.string(), name: z.string(), value: z.union([z.string(), z.boolean()]) }),
      ),
      expiresAt: DateTime,
    }),
    access: 'public',
    reads: true,
  }),
}
