import { ENTERPRISE, GROUP, LIST, type Resource, USER } from './names.ts'

/** The capabilities of this server, as RFC 7643, sections 5 to 7, describes them. */
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
  type?: 'string' | 'boolean' | 'reference'
  isMany?: boolean
  isUnique?: boolean
  isReadOnly?: boolean
  parts?: readonly string[]
}

const attribute = ({
  name,
  type = TYPES[name] ?? 'string',
  isMany = false,
  isUnique = false,
  isReadOnly = false,
  parts,
}: Attribute): Resource => ({
  name,
  type: parts ? 'complex' : type,
  multiValued: isMany,
  required: isUnique,
  caseExact: false,
  mutability: isReadOnly ? 'readOnly' : 'readWrite',
  returned: 'default',
  uniqueness: isUnique ? 'server' : 'none',
  ...(parts && { subAttributes: parts.map((part) => attribute({ name: part, isReadOnly })) }),
})

const TYPES: Partial<Record<string, Attribute['type']>> = { primary: 'boolean', $ref: 'reference' }
const CONTACT = ['value', 'type', 'display', 'primary']
const OTHERS = ['value', 'type', 'display', '$ref']

/** The attributes described to providers, which filters can use. */
export const ATTRIBUTES: Record<string, { name: string; attributes: readonly Attribute[] }> = {
  [USER]: {
    name: 'User',
    attributes: [
      { name: 'userName', isUnique: true },
      { name: 'name', parts: ['formatted', 'familyName', 'givenName', 'middleName'] },
      { name: 'displayName' },
      { name: 'title' },
      { name: 'preferredLanguage' },
      { name: 'timezone' },
      { name: 'active', type: 'boolean' },
      { name: 'emails', isMany: true, parts: CONTACT },
      { name: 'phoneNumbers', isMany: true, parts: CONTACT },
      { name: 'groups', isMany: true, isReadOnly: true, parts: OTHERS },
    ],
  },
  [ENTERPRISE]: {
    name: 'EnterpriseUser',
    attributes: [
      { name: 'employeeNumber' },
      { name: 'costCenter' },
      { name: 'organization' },
      { name: 'division' },
      { name: 'department' },
      { name: 'manager', parts: ['value', 'displayName'] },
    ],
  },
  [GROUP]: {
    name: 'Group',
    attributes: [
      { name: 'displayName', isUnique: true },
      { name: 'members', isMany: true, parts: OTHERS },
    ],
  },
}

export const schemasOf = (site: string): Resource[] =>
  Object.entries(ATTRIBUTES).map(([id, { name, attributes }]) => ({
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
