import { z } from 'zod'
import { ALL_FACTS } from '../../../api/account-facts.ts'
import { download, EVERYTHING, operation } from '../../../api/operation.ts'
import { ById, DateTime, Id, Next, Page } from '../../../api/schemas.ts'
import { OwnWeek } from '../../../definitions/working-hours.ts'
import { Listed, ListRequest } from '../../../lists/request.ts'

const text = (most: number) => z.string().max(most)

const Phone = z.object({
  type: text(50),
  tel: z
    .string()
    .transform((tel) => tel.replace(/[\s().-]/g, ''))
    .pipe(z.string().regex(/^\+?\d{1,30}$/, 'expected digits, with "+" before them or not')),
  ext: text(20).nullable().default(null),
  isValid: z.boolean().default(true),
})

const Account = z.object({ type: text(50), login: text(255) })

const TimeZone = text(100).refine(isTimeZone, 'expected an IANA name such as Europe/Riga')

/** What the numbers in the database mean, in their order; those of the public API are others. */
export const STATUSES = ['new', 'invited', 'active', 'blocked', 'external'] as const
const Status = z.enum(STATUSES)

const fields = {
  login: z
    .string()
    .trim()
    .min(1)
    .max(255)
    .regex(/^[^\s\p{Cc}]+$/u, 'expected no spaces'),
  email: z.union([z.email(), z.literal('')]),
  lastName: text(255),
  firstName: text(255),
  middleName: text(255),
  mobilePhone: z.array(Phone).max(20),
  workPhone: z.array(Phone).max(20),
  accounts: z.array(Account).max(20),
  birthDate: z.iso.date().nullable(),
  hireDate: z.iso.date().nullable(),
  timezone: TimeZone,
  language: z.enum(['en', 'ru']).describe('in which letters are written to the user'),
  displayedPosition: text(500).describe('empty = the names of the positions held'),
  avatar: z.array(Id).max(10),
  externalId: text(255).nullable().describe('the key of the user in another system'),
}

/** What a user is described with. */
export const PersonFields = z.object(fields)

const photo = z
  .string()
  .nullable()
  .describe('the address of the photo, another one whenever it changes; null = there is none')

const Person = z.object({
  ...fields,
  id: Id,
  photo,
  name: z.string(),
  status: Status,
  isGuest: z.boolean().describe('somebody outside the company'),
  positions: z.array(Id),
  groups: z.array(Id).describe('groups the user is in directly'),
  solution: z.string().nullable().describe('the solution that made the user'),
  createdAt: DateTime,
  updatedAt: DateTime,
  deletedAt: DateTime.nullable(),
})
export type Person = z.output<typeof Person>

export const PersonChanges = z
  .object({ ...fields, status: Status.exclude(['blocked']), positions: z.array(Id).max(100) })
  .partial()
export type PersonChanges = z.output<typeof PersonChanges>

const OrgUnit = z.object({
  id: Id,
  kind: z.enum(['department', 'position']),
  code: z.string(),
  name: z.string(),
  parent: Id.nullable(),
  isHead: z.boolean().describe('whoever holds the position heads its department'),
  users: z.array(Id).describe('who holds the position'),
})

const FullName = z.object({
  lastname: z.string(),
  firstname: z.string(),
  middlename: z.string(),
})

/** A user as the public API shows them; a request may leave out any field but the id. */
export const User = z
  .object({
    __id: Id,
    id: Id,
    __name: z.string(),
    __createdAt: DateTime,
    __createdBy: Id,
    __updatedAt: DateTime,
    __updatedBy: Id,
    __deletedAt: DateTime.nullable(),
    __index: z.int(),
    __version: z.int(),
    __debug: z.boolean(),
    __externalId: z.string().nullable(),
    __subscribers: z.array(Id),
    __status: z
      .object({ order: z.int(), status: z.int() })
      .describe('0 invited or new, 2 active, 3 blocked, 5 external'),
    fullname: FullName,
    login: z.string(),
    email: z.string(),
    displayedPosition: z.string(),
    mobilePhone: z.array(Phone),
    workPhone: z.array(Phone),
    accounts: z.array(Account),
    birthDate: DateTime.nullable(),
    hireDate: DateTime.nullable(),
    timezone: z.string(),
    avatar: z.array(Id),
    photo,
    osIds: z.array(Id).describe('positions held'),
    groupIds: z.array(Id).describe('groups the user is in directly'),
  })
  .partial()
  .required({ __id: true })
  .meta({ id: 'User' })

const answer = z.object({ user: Person })

const own = {
  hours: OwnWeek.nullable().describe(
    'my own working hours by day, at least five a week, in my time zone: {"mon": ["09:00-17:00"]}; null = those of my calendar',
  ),
}
export type OwnProfile = z.output<z.ZodObject<typeof own>>
const profile = answer.extend(own)

const ProfileChanges = z
  .object({ language: fields.language, timezone: fields.timezone, ...own })
  .partial()
export type ProfileChanges = z.output<typeof ProfileChanges>

/** Bytes of a photo. Clients make it small before they send it. */
export const LARGEST_PHOTO = 512 * 1024
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

export const users = {
  list: operation({
    method: ['GET', 'POST'],
    path: '/pub/v1/user/list',
    summary: 'List users',
    description:
      'The filter takes fields also without `tf` around them: `{"login": "ann", "fullname.lastname": "Lind"}`.',
    input: ListRequest,
    output: Listed(User),
  }),
  listPeople: operation({
    method: 'GET',
    path: '/manage/v1/users',
    summary: 'List users',
    input: Page.extend({
      text: text(255).optional().describe('part of the name, the login or the e-mail'),
      status: Status.optional(),
      deleted: z.enum(['true', 'false']).default('false').describe('the deleted ones instead'),
    }),
    output: z.object({ users: z.array(Person), total: z.int(), ...Next }),
    access: 'administrator',
  }),
  getPerson: operation({
    method: 'GET',
    path: '/manage/v1/users/{id}',
    summary: 'Get a user',
    params: ById,
    output: answer,
    access: 'administrator',
  }),
  updatePerson: operation({
    method: 'PATCH',
    path: '/manage/v1/users/{id}',
    gives: EVERYTHING,
    changes: ['address', 'login', 'links', 'status', 'memberships'],
    summary: 'Change a user',
    description: 'What is absent stays. `positions` replaces the positions held.',
    params: ById,
    input: PersonChanges,
    output: answer,
    access: 'administrator',
    stepUp: ({ input }) => input.email !== undefined || input.positions !== undefined,
  }),
  getProfile: operation({
    method: 'GET',
    path: '/manage/v1/me/profile',
    summary: 'Get my profile',
    output: profile,
    access: 'guest',
  }),
  saveProfile: operation({
    method: 'PATCH',
    path: '/manage/v1/me/profile',
    gives: [],
    summary: 'Choose my language, time zone and working hours',
    description:
      'What is absent stays. Deadlines of tasks that are given to me from then on are counted by my hours.',
    input: ProfileChanges,
    output: profile,
    access: 'guest',
  }),
  savePhoto: operation({
    method: 'PUT',
    path: '/manage/v1/me/photo',
    gives: [],
    summary: 'Set my photo',
    description: 'A JPEG, PNG or WebP image of up to 512 KiB, as everybody who signs in sees it.',
    input: z.object({
      content: z
        .base64()
        .min(1)
        .max(Math.ceil(LARGEST_PHOTO / 3) * 4)
        .describe('the bytes of the image, in Base64'),
    }),
    output: profile,
  }),
  deletePhoto: operation({
    method: 'DELETE',
    path: '/manage/v1/me/photo',
    gives: [],
    summary: 'Remove my photo',
    output: profile,
  }),
  getPhoto: download({
    path: '/manage/v1/users/{id}/photo',
    summary: 'Get the photo of a user',
    description: 'As `photo` of a user names it; 404 where there is none.',
    params: ById,
    input: z.object({
      at: z.string().max(30).optional().describe('tells one photo from the next'),
    }),
  }),
  block: operation({
    method: 'POST',
    path: '/manage/v1/users/{id}/block',
    gives: [],
    changes: ['status', 'sessions', 'tokens', 'links'],
    summary: 'Block a user',
    description: 'Ends the sessions and tokens of the user at once.',
    params: ById,
    output: answer,
    access: 'administrator',
  }),
  unblock: operation({
    method: 'POST',
    path: '/manage/v1/users/{id}/unblock',
    gives: EVERYTHING,
    changes: ['status'],
    summary: 'Unblock a user',
    description: 'Tokens that ended with the block stay ended.',
    params: ById,
    output: answer,
    access: 'administrator',
  }),
  remove: operation({
    method: 'DELETE',
    path: '/manage/v1/users/{id}',
    gives: [],
    changes: ALL_FACTS,
    summary: 'Delete a user',
    description:
      'Ends sessions, tokens, memberships and positions at once. What the user did stays theirs.',
    params: ById,
    access: 'administrator',
  }),
  getOrgChart: operation({
    method: 'GET',
    path: '/manage/v1/org-chart',
    summary: 'Read the departments and positions and who holds them',
    output: z.object({ units: z.array(OrgUnit) }),
  }),
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}
