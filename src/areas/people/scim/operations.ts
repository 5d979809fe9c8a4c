import { z } from 'zod'
import { ALL_FACTS } from '../../../api/account-facts.ts'
import { operation } from '../../../api/operation.ts'

/** Validated by hand: providers send both dialects of the protocol, and names in any case. */
const Sent = z.record(z.string(), z.unknown())
const Resource = z.looseObject({ schemas: z.array(z.string()) })

const Resources = z.object({
  schemas: z.array(z.string()),
  totalResults: z.int(),
  startIndex: z.int(),
  itemsPerPage: z.int(),
  Resources: z.array(Resource),
})

const Shown = {
  attributes: z.string().max(2000).optional().describe('only these, separated by commas'),
  excludedAttributes: z.string().max(2000).optional().describe('all but these'),
}
const Query = z.object({
  ...Shown,
  filter: z.string().max(10_000).optional().describe('such as `userName eq "ann"`'),
  startIndex: z.coerce.number().int().catch(1).default(1),
  count: z.coerce.number().int().catch(100).default(100),
})
const User = z.object({ user: z.string().describe('id of a user') })
const Group = z.object({ group: z.string().describe('id of a group') })

/** This scope allows creating accounts and changing members of the provider's groups. */
const gives = ['scim:write'] as const

const common = { access: 'administrator' } as const
/** RFC 7644, section 3.1: other content types, such as forms of web pages, are refused. */
const writes = { ...common, bodyTypes: ['application/scim+json', 'application/json'] } as const
/** Limited to people it provisions (`reach.ts`). */
const person = { changes: ALL_FACTS, provisions: true } as const
const members = { changes: ['memberships'], provisions: true } as const

/** SCIM 2.0 (RFC 7643, RFC 7644): an identity provider keeps users and groups up to date. */
export const scim = {
  getConfig: operation({
    ...common,
    method: 'GET',
    path: '/scim/v2/ServiceProviderConfig',
    summary: 'Get the service provider configuration',
    output: Resource,
  }),
  listResourceTypes: operation({
    ...common,
    method: 'GET',
    path: '/scim/v2/ResourceTypes',
    summary: 'List the kinds of resources',
    output: Resources,
  }),
  getResourceType: operation({
    ...common,
    method: 'GET',
    path: '/scim/v2/ResourceTypes/{type}',
    summary: 'Get a kind of resources',
    params: z.object({ type: z.string() }),
    output: Resource,
  }),
  listSchemas: operation({
    ...common,
    method: 'GET',
    path: '/scim/v2/Schemas',
    summary: 'List the schemas',
    output: Resources,
  }),
  getSchema: operation({
    ...common,
    method: 'GET',
    path: '/scim/v2/Schemas/{schema}',
    summary: 'Get a schema',
    params: z.object({ schema: z.string() }),
    output: Resource,
  }),
  listUsers: operation({
    ...common,
    method: 'GET',
    path: '/scim/v2/Users',
    summary: 'Find users',
    input: Query,
    output: Resources,
  }),
  createUser: operation({
    ...writes,
    ...person,
    method: 'POST',
    path: '/scim/v2/Users',
    gives,
    summary: 'Create a user',
    input: Sent,
    output: Resource,
  }),
  getUser: operation({
    ...common,
    method: 'GET',
    path: '/scim/v2/Users/{user}',
    summary: 'Get a user',
    params: User,
    input: z.object(Shown),
    output: Resource,
  }),
  replaceUser: operation({
    ...writes,
    ...person,
    method: 'PUT',
    path: '/scim/v2/Users/{user}',
    gives,
    summary: 'Replace a user',
    params: User,
    input: Sent,
    output: Resource,
  }),
  changeUser: operation({
    ...writes,
    ...person,
    method: 'PATCH',
    path: '/scim/v2/Users/{user}',
    gives,
    summary: 'Change a user',
    description: 'A user who becomes inactive loses sessions and tokens at once.',
    params: User,
    input: Sent,
    output: Resource,
  }),
  deleteUser: operation({
    ...common,
    ...person,
    method: 'DELETE',
    path: '/scim/v2/Users/{user}',
    gives: [],
    summary: 'Delete a user',
    params: User,
  }),
  listGroups: operation({
    ...common,
    method: 'GET',
    path: '/scim/v2/Groups',
    summary: 'Find groups of the provider',
    input: Query,
    output: Resources,
  }),
  createGroup: operation({
    bodyLimit: 'large',
    ...writes,
    ...members,
    method: 'POST',
    path: '/scim/v2/Groups',
    gives,
    summary: 'Create a group',
    input: Sent,
    output: Resource,
  }),
  getGroup: operation({
    ...common,
    method: 'GET',
    path: '/scim/v2/Groups/{group}',
    summary: 'Get a group of the provider',
    params: Group,
    input: z.object(Shown),
    output: Resource,
  }),
  replaceGroup: operation({
    bodyLimit: 'large',
    ...writes,
    ...members,
    method: 'PUT',
    path: '/scim/v2/Groups/{group}',
    gives,
    summary: 'Replace a group',
    params: Group,
    input: Sent,
    output: Resource,
  }),
  changeGroup: operation({
    bodyLimit: 'large',
    ...writes,
    ...members,
    method: 'PATCH',
    path: '/scim/v2/Groups/{group}',
    gives,
    summary: 'Change a group',
    params: Group,
    input: Sent,
    output: Resource,
  }),
  deleteGroup: operation({
    ...common,
    ...members,
    method: 'DELETE',
    path: '/scim/v2/Groups/{group}',
    gives: [],
    summary: 'Delete a group',
    params: Group,
  }),
}
