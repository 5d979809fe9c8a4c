import type { Client } from 'ldapts'
import type { Ldap } from '../settings-operations.ts'
import { filterOf } from './filters.ts'

/** The default filter. */
const PLAIN = '(member={dn})'
/** For Active Directory (LDAP_MATCHING_RULE_IN_CHAIN): includes nested groups. */
const IN_CHAIN = '(member:1.2.840.113556.1.4.1941:={dn})'
/** How Active Directory identifies itself. */
const ACTIVE_DIRECTORY = '1.2.840.113556.1.4.800'
const PAGE = 500

/**
 * The filter for the groups of a person: with nested groups in Active Directory, unless another filter was
 * configured.
 */
export async function nestedFilter(
  client: Client,
  { groupBase, groupFilter }: Ldap,
): Promise<string> {
  if (groupBase === null || groupFilter !== PLAIN) return groupFilter
  return (await isActiveDirectory(client)) ? IN_CHAIN : PLAIN
}

async function isActiveDirectory(client: Client): Promise<boolean> {
  const attribute = 'supportedCapabilities'
  const attributes = [attribute]
  const options = { scope: 'base' as const, filter: '(objectClass=*)', attributes }
  // Some directories do not reveal what they are.
  const { searchEntries } = await client.search('', options).catch(() => ({ searchEntries: [] }))
  return [searchEntries[0]?.[attribute] ?? []].flat().map(String).includes(ACTIVE_DIRECTORY)
}

type Question = { connection: Ldap; groupBase: string; template: string; dn: string }

export async function listGroups(
  client: Client,
  { connection: { attributes }, groupBase, template, dn }: Question,
): Promise<string[]> {
  const { searchEntries } = await client.search(groupBase, {
    filter: filterOf(template, { dn }),
    attributes: [attributes.group],
    paged: { pageSize: PAGE },
  })
  return searchEntries.flatMap((each) => each[attributes.group] ?? []).map(String)
}
