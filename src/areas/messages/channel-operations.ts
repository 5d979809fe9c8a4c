import { z } from 'zod'
import { operation } from '../../api/operation.ts'
import { ById, DateTime, Id } from '../../api/schemas.ts'
import { StorableText } from '../../fields/checks.ts'
import { ListRequest } from '../../lists/request.ts'

const Channel = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    accessType: z.enum(['public', 'private']),
    members: z.array(Id).describe('the users of a private channel; a public one is for everybody'),
    author: Id,
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'Channel' })
export type Channel = z.output<typeof Channel>

const MyChannel = Channel.omit({ members: true })
  .extend({
    unread: z.int(),
    last: z
      .object({ id: Id, author: Id, text: z.string(), createdAt: DateTime })
      .nullable()
      .describe('the last message, cut short; the text is empty where it brought only files'),
  })
  .meta({ id: 'MyChannel' })
export type MyChannel = z.output<typeof MyChannel>

const Title = StorableText.trim().min(1, 'expected a name').max(255)
const Description = StorableText.max(5000)
const Members = z
  .array(Id)
  .max(1000, 'at most 1000 members at once')
  .describe('users, groups, positions and departments')

const OneChannel = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    isPrivate: z.boolean(),
    members: z
      .array(
        z.object({
          id: Id,
          name: z.string(),
          kind: z.enum(['user', 'group', 'position', 'department']),
        }),
      )
      .describe('as they were added, by name; a public channel is for everybody else, too'),
    canWrite: z.boolean(),
    canManage: z.boolean().describe('whether the caller may change it'),
    solution: z.string().nullable().describe('the solution that defines it; null = made by hand'),
    author: Id,
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'OneChannel' })
export type OneChannel = z.output<typeof OneChannel>

export const channels = {
  listChannels: operation({
    method: 'GET',
    path: '/pub/v1/channel',
    summary: 'List channels',
    description: 'Public ones, and private ones the caller is in.',
    input: z.object({ from: ListRequest.shape.from, size: ListRequest.shape.size.prefault(-1) }),
    output: z.object({ result: z.object({ result: z.array(Channel), total: z.int() }) }),
  }),
  myChannels: operation({
    method: 'GET',
    path: '/manage/v1/me/channels',
    summary: 'List my channels with the last message of each and how many I have not read',
    output: z.object({
      channels: z.array(MyChannel),
    }),
  }),
  createChannel: operation({
    method: 'POST',
    path: '/manage/v1/channels',
    gives: [],
    summary: 'Create a channel',
    description: 'Whoever creates a channel is in it and manages it.',
    input: z.object({
      name: Title,
      description: Description.default(''),
      members: Members.default([]),
      isPrivate: z.boolean().default(false),
    }),
    output: z.object({ channel: OneChannel }),
  }),
  changeChannel: operation({
    method: 'PATCH',
    path: '/manage/v1/channels/{id}',
    gives: [],
    summary: 'Change a channel',
    description:
      'By who created it, and by administrators. A channel that a solution defines is changed there.',
    params: ById,
    input: z.object({
      name: Title.optional(),
      description: Description.optional(),
      addMembers: Members.optional(),
      removeMembers: Members.optional(),
    }),
    output: z.object({ channel: OneChannel }),
  }),
  channel: operation({
    method: 'GET',
    path: '/manage/v1/channels/{id}',
    summary: 'Get a channel',
    params: ById,
    output: z.object({ channel: OneChannel }),
  }),
  readChannel: operation({
    method: 'POST',
    path: '/manage/v1/channels/{id}/read',
    gives: [],
    summary: 'Mark a channel as read up to now',
    params: ById,
  }),
}
