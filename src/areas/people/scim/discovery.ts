import { ENTERPRISE, GROUP, LIST, type Resource, USER } from './names.ts'

/** What this server can do, in the words of RFC 7643, sections 5 to 7. */
export const configOf = (site: string): Resource => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  documentationUri: `${site}/docs`,
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_ROWS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token of an administrator with the scope scim:write',
      primary: true,
    },
  ],
  meta: {
    resourceType: 'ServiceProviderConfig',
    location: `${site}/scim/v2/ServiceProviderConfig`,
  },
})

export const MOST_ROWS = 200

export const resourceTypesOf = (site: string): Resource[] =>
  [
    { id: 'User', endpoint: '/Users', schema: USER, extensions: [ENTERPRISE] },
    { id: 'Group', endpoint: '/Groups', schema: GROUP, extensions: [] },
  ].map(({ id, endpoint, schema, extensions }) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id,
    name: id,
    endpoint,
    schema,
    schemaExtensions: extensions.map((each) => ({ schema: each, required: false })),
    meta: { resourceType: 'ResourceType', location: `${site}/scim/v2/ResourceTypes/${id}` },
  }))

type Attribute = {
  name: string
  type?: string
  isMany?: boolean
  isUnique?: boolean
  parts?: string[]
}

const attribute = ({
  name,
  type = 'string',
  isMany = false,
  isUnique = false,
  parts,
}: Attribute): Resource => ({
  name,
  type: parts ? 'complex' : type,
  multiValued: isMany,
  required: isUnique,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: isUnique ? 'server' : 'none',
  ...(parts && { subAttributes: parts.map((part) => attribute({ name: part })) }),
})

const MANY = ['value', 'type', 'display']

const SCHEMAS: [id: string, name: string, attributes: Attribute[]][] = [
  [
    USER,
    'User',
    [
      { name: 'userName', isUnique: true },
      { name: 'name', parts: ['formatted', 'familyName', 'givenName', 'middleName'] },
      { name: 'displayName' },
      { name: 'title' },
      { name: 'preferredLanguage' },
      { name: 'timezone' },
      { name: 'active', type: 'boolean' },
      { name: 'emails', isMany: true, parts: MANY },
      { name: 'phoneNumbers', isMany: true, parts: MANY },
    ],
  ],
  [
    ENTERPRISE,
    'EnterpriseUser',
    [
      { name: 'employeeNumber' },
      { name: 'costCenter' },
      { name: 'organization' },
      { name: 'division' },
      { name: 'department' },
      { name: 'manager', parts: ['value', 'displayName'] },
    ],
  ],
  [
    GROUP,
    'Group',
    [
      { name: 'displayName', isUnique: true },
      { name: 'members', isMany: true, parts: MANY },
    ],
  ],
]

export const schemasOf = (site: string): Resource[] =>
  SCHEMAS.map(([id, name, attributes]) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id,
    name,
    attributes: attributes.map(attribute),
    meta: { resourceType: 'Schema', location: `${site}/scim/v2/Schemas/${id}` },
  }))

export const listOf = (resources: Resource[], total = resources.length, startIndex = 1) => ({
  schemas: [LIST],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})
