import { z } from 'zod'
import { operation } from '../../../api/operation.ts'
import { ById, DateTime, Id } from '../../../api/schemas.ts'
import { checkNumberTemplate } from '../../../definitions/number-template.ts'
import { StorableText } from '../../../fields/checks.ts'
import { NIL_ID } from '../../../lib/ids.ts'
import { ListRequest } from '../../../lists/request.ts'

const marks = {
  createdAt: DateTime,
  createdBy: Id,
  updatedAt: DateTime,
  updatedBy: Id,
  deletedAt: DateTime.nullable(),
}

const Directory = z
  .object({
    id: Id,
    name: z.string(),
    parentId: Id.nullable().describe('null = an office'),
    ...marks,
  })
  .meta({ id: 'NomenclatureDirectory' })

export const Docflow = z.enum(['input', 'output', 'internal'])
const ResetPeriod = z.enum(['year', 'month', 'week', 'day'])

const RegistrationSettings = z
  .object({
    templateEnabled: z.boolean().describe('false = numbers are typed by hand'),
    template: z.string(),
    minLength: z.int(),
    reserveEnabled: z.boolean(),
    editAfterRegistration: z.boolean(),
    through: z.boolean(),
    throughSerialId: Id,
    useReleased: z.boolean(),
    resetInPeriod: z.boolean(),
    resetSettings: z
      .object({
        resetPeriod: ResetPeriod,
        resetPeriodCount: z.int(),
        nextResetAt: DateTime.nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'RegistrationSettings' })

const Folder = z
  .object({
    id: Id,
    directoryId: Id,
    docflow: Docflow,
    name: z.string(),
    serialId: Id.describe('the counter of this folder'),
    registrationSettings: RegistrationSettings,
    ...marks,
  })
  .meta({ id: 'NomenclatureFolder' })

const Name = StorableText.trim().min(1, 'expected a name').max(500)

/** Clients send zeros and blanks where they mean nothing. */
const blank = (value: unknown) => (value === '' || value === NIL_ID ? null : value)
const OptionalId = z.preprocess(blank, Id.nullish())

const Template = StorableText.max(500).superRefine((template, ctx) => {
  const message = checkNumberTemplate(template)
  if (message) ctx.addIssue({ code: 'custom', message })
})

const [EARLIEST, LATEST] = [Date.UTC(2000), Date.UTC(2200)]
const isZeroTime = (value: unknown) => typeof value === 'string' && value.startsWith('0001-01-01T')
const ResetTime = z.preprocess(
  (value) => (value === '' || isZeroTime(value) ? null : value),
  DateTime.refine((text) => {
    const time = Date.parse(text)
    return time >= EARLIEST && time < LATEST
  }, 'expected a time between 2000 and 2200').nullish(),
)

export const GivenSettings = z.object({
  templateEnabled: z.boolean().optional(),
  template: Template.optional().describe(
    'text with {$__index}, {$__date}, {$__date.year} and fields of the document',
  ),
  minLength: z.int().min(0).max(20).optional(),
  reserveEnabled: z.boolean().optional(),
  editAfterRegistration: z.boolean().optional(),
  through: z.boolean().optional().describe('numbers come from the counter of another folder'),
  throughSerialId: OptionalId,
  useReleased: z.boolean().optional().describe('numbers given back are given again'),
  resetInPeriod: z.boolean().optional(),
  resetSettings: z
    .object({
      resetPeriod: ResetPeriod.optional(),
      resetPeriodCount: z.int().min(1).max(1000).optional(),
      nextResetAt: ResetTime,
    })
    .nullish(),
})
export type GivenSettings = z.output<typeof GivenSettings>

const NewDirectory = z.object({
  name: Name,
  parentId: OptionalId.describe('absent = an office'),
})
const NewFolder = z.object({
  directoryId: Id,
  docflow: Docflow,
  name: Name,
  registrationSettings: GivenSettings.nullish(),
})
export type NewFolder = z.output<typeof NewFolder>

/** Without paging, all of them: the answer has no total that would tell of more. */
const Listing = ListRequest.omit({ statusCode: true, statusGroupId: true, after: true }).extend({
  active: z.boolean().default(true),
  size: z.int().min(-1).default(-1).describe('-1 = all'),
})

const DIRECTORIES = '/pub/v1/nomenclature/directory'
const FOLDERS = '/pub/v1/nomenclature'
const description = 'Only administrators set up the nomenclature.'

export const nomenclature = {
  createDirectory: operation({
    method: 'POST',
    path: DIRECTORIES,
    gives: [],
    summary: 'Create a directory',
    description,
    input: NewDirectory,
    output: z.object({ item: Directory }),
    access: 'administrator',
  }),
  listDirectories: operation({
    method: 'GET',
    path: DIRECTORIES,
    summary: 'List directories',
    description: 'Offices and categories, by name.',
    input: Listing.extend({ parentId: OptionalId }),
    output: z.object({ result: z.array(Directory.partial()) }),
  }),
  updateDirectory: operation({
    method: 'PUT',
    path: `${DIRECTORIES}/{id}`,
    gives: [],
    summary: 'Change a directory',
    description: 'What is absent stays.',
    params: ById,
    input: NewDirectory.partial(),
    output: z.object({ item: Directory }),
    access: 'administrator',
  }),
  createFolder: operation({
    method: 'POST',
    path: FOLDERS,
    gives: [],
    summary: 'Create a folder',
    description: `The folder gets a counter of its own. ${description}`,
    input: NewFolder,
    output: z.object({ item: Folder }),
    access: 'administrator',
  }),
  listFolders: operation({
    method: 'GET',
    path: FOLDERS,
    summary: 'List folders',
    description: 'By name.',
    input: Listing.extend({
      directoryId: OptionalId,
      docflow: Docflow.optional(),
    }),
    output: z.object({ result: z.array(Folder.partial()) }),
  }),
  updateFolder: operation({
    method: 'PUT',
    path: `${FOLDERS}/{id}`,
    gives: [],
    summary: 'Change a folder',
    description: 'What is absent stays. Numbers that were given do not change.',
    params: ById,
    input: NewFolder.partial(),
    output: z.object({ item: Folder }),
    access: 'administrator',
  }),
}
