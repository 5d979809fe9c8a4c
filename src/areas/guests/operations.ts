import { z } from 'zod'
import { ALL_FACTS } from '../../api/account-facts.ts'
import { EVERYTHING, operation } from '../../api/operation.ts'
import { ById, DateTime, Id, InApp, Next, Page } from '../../api/schemas.ts'

const KINDS = ['app', 'item', 'directory'] as const

/** What a guest is let in to: `crm/deals`, `crm/deals/<id>`, the id of a directory. */
const Share = z.object({
  kind: z.enum(KINDS),
  object: z.string().max(300).describe('`crm/deals`, `crm/deals/<id>` or the id of a directory'),
})
export type Share = z.output<typeof Share>

const Invitation = z.object({
  email: z.email().max(255),
  firstName: z.string().trim().max(255).default(''),
  lastName: z.string().trim().min(1).max(255),
  share: Share,
})
export type Invitation = z.output<typeof Invitation>

const Guest = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  state: z.enum(['invited', 'active', 'ended']).describe('invited = has never come in'),
  invitedBy: z.string().describe('who invited them first'),
  createdAt: DateTime,
  lastSeenAt: DateTime.nullable(),
  shares: z.array(z.object({ id: Id, kind: z.string(), object: z.string(), right: z.string() })),
})
export type Guest = z.output<typeof Guest>

const ItemRow = z.object({
  namespace: z.string(),
  code: z.string(),
  id: Id,
  name: z.string(),
  status: z.string().nullable(),
  changedAt: DateTime,
})
export type ItemRow = z.output<typeof ItemRow>

const App = z.object({ namespace: z.string(), code: z.string(), name: z.string() })
const Directory = z.object({ id: Id, name: z.string() })
const File = z.object({ id: Id, name: z.string(), size: z.int() })
export type SharedFile = z.output<typeof File>

const Shown = z.union([z.string(), z.boolean()])
const ShownField = z.object({
  code: z.string(),
  name: z.string(),
  value: Shown.describe('empty for a table'),
  table: z
    .object({ columns: z.array(z.string()), rows: z.array(z.array(Shown)) })
    .optional()
    .describe('the rows of a table, with the names of its columns'),
})
export type ShownField = z.output<typeof ShownField>

const OfItem = InApp.extend({ id: Id })
const ITEMS = '/manage/v1/shared/apps/{namespace}/{code}'

export const guests = {
  invite: operation({
    method: 'POST',
    path: '/manage/v1/guests',
    gives: EVERYTHING,
    changes: ['login', 'address', 'password', 'identities', 'status', 'links'],
    summary: 'Share something with somebody outside the company',
    description:
      'Needs the right `manage` on it. The guest gets a link by mail, sees what was shared and nothing else, and may write about shared items. Inviting the same address again shares one thing more.',
    input: Invitation,
    output: z.object({ id: Id }),
  }),
  list: operation({
    method: 'GET',
    path: '/manage/v1/guests',
    summary: 'List guests',
    input: Page,
    output: z.object({ guests: z.array(Guest), total: z.int(), ...Next }),
    access: 'administrator',
  }),
  end: operation({
    method: 'POST',
    path: '/manage/v1/guests/{id}/end',
    gives: [],
    changes: ALL_FACTS,
    summary: 'End the access of a guest',
    description:
      'Takes back what was shared with them, and ends their sessions and links at once. What they wrote stays.',
    params: ById,
    access: 'administrator',
  }),
  makeMember: operation({
    method: 'POST',
    path: '/manage/v1/guests/{id}/member',
    gives: EVERYTHING,
    changes: ALL_FACTS,
    summary: 'Make a guest a member of the company',
    description:
      'What was shared with them stays; their password, sessions and links end. They come in by an identity provider, or with a password after an invitation (`POST /manage/v1/users/{id}/invitation`).',
    params: ById,
    access: 'administrator',
    stepUp: true,
  }),
  mayInvite: operation({
    method: 'GET',
    path: '/manage/v1/guests/allowed',
    summary: 'Check whether I may share an object with guests',
    input: Share,
    output: z.object({ isAllowed: z.boolean() }),
  }),
  shared: operation({
    method: 'GET',
    path: '/manage/v1/shared',
    summary: 'List what was shared with me',
    output: z.object({
      apps: z.array(App),
      items: z.array(ItemRow),
      directories: z.array(Directory),
    }),
    access: 'guest',
  }),
  listItems: operation({
    method: 'GET',
    path: ITEMS,
    summary: 'List the items of an app that were shared with me',
    params: InApp,
    input: Page,
    output: z.object({ app: z.string(), items: z.array(ItemRow), total: z.int(), ...Next }),
    access: 'guest',
  }),
  item: operation({
    method: 'GET',
    path: `${ITEMS}/{id}`,
    summary: 'Read an item that was shared with me, with names instead of ids',
    params: OfItem,
    output: z.object({
      app: z.string(),
      item: ItemRow,
      fields: z.array(ShownField),
      files: z.array(File),
      messages: z
        .array(
          z.object({
            id: Id,
            author: z.string(),
            isMine: z.boolean(),
            text: z.string(),
            at: DateTime,
            files: z.array(File),
          }),
        )
        .describe('the newest 100, the oldest first'),
    }),
    access: 'guest',
  }),
  say: operation({
    method: 'POST',
    path: `${ITEMS}/{id}/messages`,
    gives: [],
    summary: 'Send a message about an item that was shared with me',
    params: OfItem,
    input: z.object({ text: z.string().trim().min(1).max(10_000) }),
    access: 'guest',
  }),
  directory: operation({
    method: 'GET',
    path: '/manage/v1/shared/directories/{id}',
    summary: 'List a directory that was shared with me',
    description: 'At most 1,000 directories and 1,000 files, the newest files first.',
    params: ById,
    output: z.object({
      name: z.string(),
      directories: z.array(Directory),
      files: z.array(File),
    }),
    access: 'guest',
  }),
}
