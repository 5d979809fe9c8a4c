import { refused } from './errors.ts'

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

/** A user or a group as the protocol writes it. */
export type Resource = Record<string, unknown>

/** Names of attributes are written in any case. */
const NAMES = [
  ...['userName', 'externalId', 'displayName', 'nickName', 'profileUrl', 'title', 'userType'],
  ...['preferredLanguage', 'locale', 'timezone', 'active', 'password', 'name', 'emails'],
  ...['phoneNumbers', 'ims', 'photos', 'addresses', 'groups', 'entitlements', 'roles'],
  ...['x509Certificates', 'members', 'id', 'schemas', 'meta'],
  ...['formatted', 'familyName', 'givenName', 'middleName', 'honorificPrefix', 'honorificSuffix'],
  ...['value', 'type', 'primary', 'display', 'streetAddress', 'locality', 'region', 'postalCode'],
  ...['country', 'employeeNumber', 'costCenter', 'organization', 'division', 'department'],
  ...['manager', 'created', 'lastModified', 'location', 'resourceType', 'version'],
  ...[USER, ENTERPRISE, GROUP],
]
const SPELLING = new Map(NAMES.map((each) => [each.toLowerCase(), each]))

export function spell(name: string): string {
  if (name === '__proto__') throw refused('invalidPath', 'unknown attribute "__proto__"')
  return SPELLING.get(name.toLowerCase()) ?? name
}

export const isResource = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
