import { implement, type RequestContext } from '../../../http/implement.ts'
import { notFound } from '../../../lib/errors.ts'
import type { GroupRow } from '../groups/store/groups.ts'
import type { UserRow } from '../users/store.ts'
import { configOf, listOf, MOST_ROWS, resourceTypesOf, schemasOf } from './discovery.ts'
import { partsOf } from './filter/parse.ts'
import * as groups from './groups.ts'
import { GROUP, type Resource } from './names.ts'
import { scim } from './operations.ts'
import { toResource } from './person.ts'
import type { Member } from './store/resources.ts'
import * as users from './users.ts'

type Answered = Resource & { schemas: string[] }
type Shown = { attributes?: string | undefined; excludedAttributes?: string | undefined }
type Query = Shown & { filter?: string | undefined; startIndex: number; count: number }

export const scimRoutes = implement('scim', scim, {
  getConfig: async (_, ctx) => answer(ctx, configOf(ctx.site)),
  listResourceTypes: async (_, ctx) => answerList(ctx, resourceTypesOf(ctx.site)),
  getResourceType: async ({ params }, ctx) =>
    answer(ctx, named('resource type', params.type, resourceTypesOf(ctx.site))),
  listSchemas: async (_, ctx) => answerList(ctx, schemasOf(ctx.site)),
  getSchema: async ({ params }, ctx) =>
    answer(ctx, named('schema', params.schema, schemasOf(ctx.site))),

  listUsers: async ({ input }, ctx) => {
    const page = pageOf(input)
    const { rows, total } = await users.listUsers(ctx, input.filter, page)
    return answerList(ctx, await showUsers(ctx, rows, input), total, page.startIndex)
  },
  createUser: async ({ input }, ctx) =>
    created(ctx, await showUser(ctx, await users.createUser(ctx, input))),
  getUser: async ({ params, input }, ctx) =>
    answer(ctx, await showUser(ctx, await users.getUser(ctx, params.user), input)),
  replaceUser: async ({ params, input }, ctx) =>
    answer(ctx, await showUser(ctx, await users.replaceUser(ctx, params.user, input))),
  changeUser: async ({ params, input }, ctx) =>
    answer(ctx, await showUser(ctx, await users.changeUser(ctx, params.user, input))),
  deleteUser: async ({ params }, ctx) => {
    await users.deleteUser(ctx, params.user)
    return gone(ctx)
  },

  listGroups: async ({ input }, ctx) => {
    const page = pageOf(input)
    const { rows, total } = await groups.listGroups(ctx, input.filter, page)
    return answerList(ctx, await showGroups(ctx, rows, input), total, page.startIndex)
  },
  createGroup: async ({ input }, ctx) =>
    created(ctx, await showGroup(ctx, await groups.createGroup(ctx, input))),
  getGroup: async ({ params, input }, ctx) =>
    answer(ctx, await showGroup(ctx, await groups.getGroup(ctx, params.group), input)),
  replaceGroup: async ({ params, input }, ctx) =>
    answer(ctx, await showGroup(ctx, await groups.replaceGroup(ctx, params.group, input))),
  changeGroup: async ({ params, input }, ctx) =>
    answer(ctx, await showGroup(ctx, await groups.changeGroup(ctx, params.group, input))),
  deleteGroup: async ({ params }, ctx) => {
    await groups.deleteGroup(ctx, params.group)
    return gone(ctx)
  },
})

const TYPE = 'application/scim+json'

function answer(ctx: RequestContext, resource: Resource): Answered {
  ctx.setHeader('content-type', TYPE)
  return resource as Answered
}

function answerList(ctx: RequestContext, resources: Resource[], total?: number, start?: number) {
  ctx.setHeader('content-type', TYPE)
  return listOf(resources, total, start) as ReturnType<typeof listOf> & { Resources: Answered[] }
}

function created(ctx: RequestContext, resource: Resource): Answered {
  const { location } = resource.meta as { location: string }
  ctx.setStatus(201)
  ctx.setHeader('location', location)
  return answer(ctx, resource)
}

function gone(ctx: RequestContext) {
  ctx.setStatus(204)
  return {}
}

function named(kind: string, id: string, all: Resource[]): Resource {
  const found = all.find((each) => each.id === id)
  if (!found) throw notFound(kind, id)
  return found
}

const pageOf = ({ startIndex, count }: Query) => ({
  startIndex: Math.min(Math.max(1, startIndex), 10_000_000),
  count: Math.min(Math.max(0, count), MOST_ROWS),
})

const topOf = (list: string): Set<string> =>
  new Set(list.split(',').flatMap((each) => partsOf(each.trim())[0] ?? []))

const ALWAYS = new Set(['schemas', 'id', 'meta'])

/** Whole attributes only: a sub-attribute selects its attribute. */
function select(resource: Resource, { attributes, excludedAttributes }: Shown): Resource {
  const wanted = attributes ? topOf(attributes) : undefined
  const unwanted = excludedAttributes ? topOf(excludedAttributes) : new Set<string>()
  return Object.fromEntries(
    Object.entries(resource).filter(
      ([name]) => ALWAYS.has(name) || (wanted ? wanted.has(name) : !unwanted.has(name)),
    ),
  )
}

async function showUser(ctx: RequestContext, row: UserRow, shown: Shown = {}): Promise<Resource> {
  const [user] = await showUsers(ctx, [row], shown)
  return user ?? {}
}

async function showUsers(ctx: RequestContext, rows: UserRow[], shown: Shown): Promise<Resource[]> {
  const ids = isShown('groups', shown) ? rows.map(({ id }) => id) : []
  const byUser = Map.groupBy(await users.listGroupsOf(ctx, ids), (each) => each.user_id)
  return rows.map((row) => select(toResource(row, ctx.site, byUser.get(row.id) ?? []), shown))
}

const isShown = (name: string, shown: Shown): boolean => name in select({ [name]: [] }, shown)

async function showGroup(ctx: RequestContext, row: GroupRow, shown: Shown = {}): Promise<Resource> {
  const [group] = await showGroups(ctx, [row], shown)
  return group ?? {}
}

/** Members are read only if requested: a group can have thousands. */
async function showGroups(
  ctx: RequestContext,
  rows: GroupRow[],
  shown: Shown,
): Promise<Resource[]> {
  const ids = isShown('members', shown) ? rows.map(({ id }) => id) : []
  const byGroup = Map.groupBy(await groups.listMembers(ctx, ids), (each) => each.group_id)
  return rows.map((row) => select(describeGroup(ctx.site, row, byGroup.get(row.id) ?? []), shown))
}

const describeGroup = (site: string, group: GroupRow, members: Member[]): Resource => ({
  schemas: [GROUP],
  id: group.id,
  ...(group.external_id !== null && { externalId: group.external_id }),
  displayName: group.name,
  members: members.map(({ id, kind, name }) => ({
    value: id,
    type: kind === 'user' ? 'User' : 'Group',
    display: name,
    $ref: `${site}/scim/v2/${kind === 'user' ? 'Users' : 'Groups'}/${id}`,
  })),
  meta: {
    resourceType: 'Group',
    created: group.created_at.toISOString(),
    lastModified: group.updated_at.toISOString(),
    location: `${site}/scim/v2/Groups/${group.id}`,
  },
})
