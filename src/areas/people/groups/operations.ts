import { z } from 'zod'
import { EVERYTHING, operation } from '../../../api/operation.ts'
import { ById, DateTime, Id, InApp, InWorkspace } from '../../../api/schemas.ts'
import { Listed, ListRequest } from '../../../lists/request.ts'
import { User } from '../users/operations.ts'

/** A group is found by its id, or by its code if that is unique. */
const Reference = z.object({
  id: z
    .string()
    .regex(
      /^([A-Za-z_]\w*|[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})$/,
      'expected a UUID or the code of a group',
    ),
})

const audit = {
  __createdAt: DateTime,
  __createdBy: Id,
  __updatedAt: DateTime,
  __updatedBy: Id,
  __deletedAt: DateTime.nullable(),
}

const Group = z
  .object({
    __id: Id,
    id: Id.describe('the same as `__id`'),
    __name: z.string(),
    name: z.string().describe('the same as `__name`'),
    code: z.string(),
    namespace: z.string(),
    description: z.string(),
    isRole: z.boolean(),
    isDefault: z.boolean().describe('every new user becomes a member'),
    subOrgunitIds: z.array(Id).describe('direct members: users, groups, positions and departments'),
    ...audit,
  })
  .meta({ id: 'Group' })

const OrgNode = z
  .object({
    __id: Id,
    __name: z.string(),
    code: z.string(),
    type: z.enum(['POSITION', 'DEPARTMENT']),
    parent: Id.nullable(),
    childrenIds: z.array(Id),
    userIds: z.array(Id),
    ...audit,
  })
  .meta({ id: 'OrgNode' })

const Name = z.string().trim().min(1, 'expected a name').max(500)
const Description = z.string().max(10_000)

const NewGroup = z.object({
  __name: Name,
  description: Description.nullish().transform((text) => text ?? ''),
  isDefault: z
    .boolean()
    .nullish()
    .transform((is) => is ?? false),
  isRole: z
    .boolean()
    .nullish()
    .transform((is) => is ?? false),
})

const GroupChanges = z.object({
  __name: Name.optional(),
  description: Description.optional(),
  isDefault: z.boolean().optional(),
  isRole: z.boolean().optional(),
})

const MOST_ITEMS = 10_000
const Ids = z.array(Id).max(MOST_ITEMS)

/** A bare list, as clients send it, or the list under a key. */
const Items = z
  .union([Ids, z.object({ itemIds: Ids })], 'expected a list of ids')
  .transform((items) => (Array.isArray(items) ? items : items.itemIds))

/** Clients never page these lists, but may. */
const Paging = ListRequest.pick({ from: true, active: true }).extend({
  size: z.int().min(-1).default(-1).describe('-1 = all'),
})

/** A request may leave out any field but the id. */
const GroupRow = Group.partial().required({ __id: true }).meta({ id: 'GroupRow' })

const one = z.object({ group: Group })

const GROUP = '/pub/v1/scheme/groups/{id}'
const WORKSPACE = '/pub/v1/scheme/namespaces/{namespace}'

const Named = z.object({ id: Id, name: z.string() })

export const groups = {
  createGroup: operation({
    method: 'POST',
    path: `${WORKSPACE}/groups`,
    gives: EVERYTHING,
    changes: ['memberships'],
    summary: 'Create a group',
    params: InWorkspace,
    input: NewGroup,
    output: one,
    access: 'administrator',
  }),
  listWorkspaceGroups: operation({
    method: 'GET',
    path: `${WORKSPACE}/groups`,
    summary: 'List groups and roles of a workspace',
    description: 'Those of the whole company are under `global`.',
    params: InWorkspace,
    input: Paging,
    output: Listed(Group),
  }),
  listAppGroups: operation({
    method: 'GET',
    path: `${WORKSPACE}/apps/{code}/groups`,
    summary: 'List groups and roles of an app',
    params: InApp,
    input: Paging,
    output: Listed(Group),
  }),
  getGroup: operation({
    method: 'GET',
    path: GROUP,
    summary: 'Get a group',
    params: Reference,
    output: one,
  }),
  updateGroup: operation({
    method: 'PUT',
    path: GROUP,
    gives: EVERYTHING,
    changes: ['memberships'],
    summary: 'Change a group',
    description: 'What is absent stays; members change by add-items and remove-items.',
    params: Reference,
    input: GroupChanges,
    output: one,
    access: 'administrator',
  }),
  deleteGroup: operation({
    method: 'DELETE',
    path: GROUP,
    gives: [],
    changes: ['memberships'],
    summary: 'Delete a group',
    params: Reference,
    access: 'administrator',
  }),
  addGroupItems: operation({
    method: 'POST',
    path: `${GROUP}/add-items`,
    gives: EVERYTHING,
    changes: ['memberships'],
    summary: 'Add users, groups, positions or departments to a group',
    description: 'Answers what was really added; what is unknown or there already is left out.',
    params: Reference,
    input: Items,
    output: z.object({ addedItemIds: z.array(Id) }),
    access: 'administrator',
    stepUp: true,
  }),
  removeGroupItems: operation({
    method: 'POST',
    path: `${GROUP}/remove-items`,
    gives: [],
    changes: ['memberships'],
    summary: 'Remove users, groups, positions or departments from a group',
    description: 'Answers what was really removed.',
    params: Reference,
    input: Items,
    output: z.object({ removedItemIds: z.array(Id) }),
    access: 'administrator',
  }),
  listGroups: operation({
    method: ['GET', 'POST'],
    path: '/pub/v1/scheme/groups/list',
    summary: 'List groups',
    input: ListRequest,
    output: Listed(GroupRow),
  }),
  listGroupUsers: operation({
    method: 'GET',
    path: `${GROUP}/users`,
    summary: 'List users in a group, directly or through groups, positions and departments',
    params: Reference,
    input: Paging,
    output: Listed(User),
  }),
  listGroupPositions: operation({
    method: 'GET',
    path: `${GROUP}/positions`,
    summary: 'List positions and departments that are directly in a group',
    params: Reference,
    input: Paging,
    output: Listed(OrgNode),
  }),
  listSubGroups: operation({
    method: 'GET',
    path: `${GROUP}/sub-groups`,
    summary: 'List groups that are directly in a group',
    params: Reference,
    input: Paging,
    output: Listed(Group),
  }),
  listParentGroups: operation({
    method: 'GET',
    path: `${GROUP}/parent-groups`,
    summary: 'List groups that a group is directly in',
    params: Reference,
    input: Paging,
    output: Listed(Group),
  }),
  memberships: operation({
    method: 'GET',
    path: '/manage/v1/users/{id}/memberships',
    summary: 'List the groups a user is in, and through what',
    description: 'Administrators ask for anybody, users for themselves.',
    params: ById,
    output: z.object({
      memberships: z.array(
        z.object({
          group: Named,
          via: z
            .array(
              Named.extend({
                kind: z.enum(['direct', 'group', 'position', 'department']),
                path: z
                  .array(Named.extend({ kind: z.enum(['group', 'position', 'department']) }))
                  .describe('everything between the user and the group, from the user on'),
              }),
            )
            .describe('one for each way; what is in the group itself, or the user who is'),
        }),
      ),
    }),
  }),
}
