import { z } from 'zod'
import { operation } from '../../api/operation.ts'
import { ById, DateTime, Id, Next, Page } from '../../api/schemas.ts'
import { StorableText } from '../../fields/checks.ts'
import { Listed, ListRequest } from '../../lists/request.ts'

export const MOST_MEMBERS = 100_000
export const MOST_SUBSCRIBERS = 10_000

const Segment = z
  .object({
    __id: Id,
    id: Id,
    name: z.string(),
    __name: z.string(),
    externalId: z.string().nullable(),
    preference: Id.nullable(),
    type: z.enum(['static', 'dynamic']),
    subscribersCount: z.int(),
    __createdAt: DateTime,
    __createdBy: Id,
    __updatedAt: DateTime,
    __updatedBy: Id,
    __deletedAt: DateTime.nullable(),
  })
  .meta({ id: 'Segment' })
export type Segment = z.output<typeof Segment>

const Subscriber = z
  .object({
    __id: Id,
    id: Id,
    __name: z.string(),
    name: z.string(),
    email: z.string(),
    subscribed: z.boolean(),
    preferences: z.array(Id),
    source: z.object({ namespace: z.string(), code: z.string(), id: Id }),
    __createdAt: DateTime,
    __updatedAt: DateTime,
  })
  .meta({ id: 'Subscriber' })

/** As far as `fields` asks for it. */
const shown = <Row extends z.ZodObject>(row: Row) => row.partial().extend({ __id: Id })

const text = (longest: number) =>
  StorableText.trim().max(longest, `longer than ${longest} characters`)

const members = z
  .array(Id)
  .max(MOST_MEMBERS, `at most ${MOST_MEMBERS} subscribers at once`)
  .nullish()
  .transform((ids) => [...new Set(ids)])

const Member = z.object({
  id: Id,
  status: z.enum(['added', 'present', 'removed', 'absent', 'invalid']),
})
export type Member = z.output<typeof Member>

const Consent = z.object({
  at: DateTime.optional().describe('when it was given; absent = now'),
  method: text(200).min(1).describe('how it was given: "web form", "paper", …'),
  wording: text(5000).default('').describe('what was agreed to'),
})
export type Consent = z.output<typeof Consent>

const Subscription = z.object({
  id: Id.optional(),
  item: Id,
  status: z.enum(['added', 'updated', 'present', 'invalid']),
  reason: z.string().optional().describe('what is wrong with it; it was left out'),
})
export type Subscription = z.output<typeof Subscription>

const Preference = z.object({ id: Id, name: z.string() })
export type Preference = z.output<typeof Preference>

const SEGMENT = '/pub/v1/marketing/segment'

export const marketing = {
  createSegment: operation({
    method: 'PUT',
    path: SEGMENT,
    gives: [],
    summary: 'Create a static segment of subscribers',
    input: z.object({
      externalId: text(255).nullish().describe('the id in another system; no two have the same'),
      name: text(500).nullish(),
      preference: Id.nullish().describe('what mailings to it are about'),
    }),
    output: z.object({ id: Id, segment: Segment }),
  }),
  listSegments: operation({
    method: 'POST',
    path: SEGMENT,
    summary: 'List segments',
    description:
      'The filter takes fields by name: `{"externalId": "ext-77"}`; texts match in part.',
    input: ListRequest,
    output: Listed(shown(Segment)),
    reads: true,
  }),
  segments: operation({
    method: 'GET',
    path: '/manage/v1/marketing/segments',
    summary: 'Search segments',
    description: 'The newest first; `q` is a part of the name or the external id.',
    input: Page.extend({ q: z.string().max(255).optional() }),
    output: z.object({
      segments: z.array(
        z.object({
          id: Id,
          name: z.string(),
          kind: z.enum(['static', 'dynamic']),
          subscribers: z.int(),
          createdAt: DateTime,
        }),
      ),
      total: z.int(),
      ...Next,
    }),
  }),
  getSegment: operation({
    method: 'GET',
    path: `${SEGMENT}/{id}`,
    summary: 'Get a segment by ID',
    params: ById,
    output: z.object({ segment: Segment }),
  }),
  listSegmentSubscribers: operation({
    method: 'POST',
    path: `${SEGMENT}/{id}/subscribers`,
    summary: 'List subscribers of a segment',
    params: ById,
    input: ListRequest,
    output: Listed(shown(Subscriber)),
    reads: true,
  }),
  addSubscribers: operation({
    method: 'PATCH',
    path: `${SEGMENT}/{id}/subscribers/add`,
    bodyLimit: 'large',
    gives: [],
    summary: 'Add subscribers to a static segment',
    description: `At most ${MOST_MEMBERS} in one call, all or none. With \`skipInvalid\` those that are unknown are left out and told.`,
    params: ById,
    input: z.object({ ids: members, skipInvalid: z.boolean().default(false) }),
    output: z.object({ added: z.int(), results: z.array(Member) }),
  }),
  removeSubscribers: operation({
    method: 'PATCH',
    path: `${SEGMENT}/{id}/subscribers/remove`,
    bodyLimit: 'large',
    gives: [],
    summary: 'Delete subscribers from a static segment',
    description: 'Removing who is not in it is no error.',
    params: ById,
    input: z.object({ ids: members }),
    output: z.object({ removed: z.int(), results: z.array(Member) }),
  }),
  listSubscribers: operation({
    method: 'POST',
    path: '/pub/v1/marketing/subscriber',
    summary: 'List subscribers',
    description: 'Those whose contact, lead or company the caller may read.',
    input: ListRequest,
    output: Listed(shown(Subscriber)),
    reads: true,
  }),
  subscribe: operation({
    method: 'POST',
    path: '/manage/v1/marketing/subscribers',
    gives: [],
    summary: 'Record the consent of subscribers',
    description: `At most ${MOST_SUBSCRIBERS} in one call. What is wrong is told subscriber by subscriber and left out; the same call again changes nothing.`,
    input: z.object({
      namespace: z.string().default('_clients'),
      code: z.string().default('_contacts'),
      consent: Consent.describe('the evidence, kept for ever'),
      preferences: z.array(Id).max(100).default([]),
      subscribers: z
        .array(
          z.object({
            item: Id.describe('the contact, lead or company'),
            email: z.string().max(1000).optional().describe('absent = the first one of the item'),
          }),
        )
        .min(1)
        .max(MOST_SUBSCRIBERS, `at most ${MOST_SUBSCRIBERS} subscribers at once`),
    }),
    output: z.object({
      subscribers: z.array(Subscription).describe('in the order of the request'),
    }),
  }),
  unsubscribe: operation({
    method: 'POST',
    path: '/manage/v1/marketing/subscribers/{id}/unsubscribe',
    gives: [],
    summary: 'Record the withdrawal of a consent',
    params: ById,
    input: Consent,
  }),
  listConsents: operation({
    method: 'GET',
    path: '/manage/v1/marketing/subscribers/{id}/consents',
    summary: 'List consents and withdrawals of a subscriber, oldest first',
    params: ById,
    output: z.object({
      consents: z.array(
        z.object({
          isGiven: z.boolean(),
          at: DateTime,
          method: z.string(),
          wording: z.string(),
          recordedAt: DateTime,
          recordedBy: Id,
        }),
      ),
    }),
  }),
  listPreferences: operation({
    method: 'GET',
    path: '/manage/v1/marketing/preferences',
    summary: 'List topics of mailings',
    output: z.object({ preferences: z.array(Preference) }),
  }),
  createPreference: operation({
    method: 'POST',
    path: '/manage/v1/marketing/preferences',
    gives: [],
    summary: 'Create a topic of mailings',
    input: z.object({ name: text(255).min(1) }),
    output: z.object({ preference: Preference }),
  }),
}
