import { PersonChanges } from '../users/operations.ts'
import type { UserRow } from '../users/store.ts'
import { textOf, toBoolean } from './attributes.ts'
import { refused } from './errors.ts'
import { ENTERPRISE, isResource, type Resource, USER } from './names.ts'
import type { GroupOf } from './store/resources.ts'

/** A user as the provider sees it: as it was sent, or what we know if it was never sent. */
export function toResource(user: UserRow, site: string, groups: readonly GroupOf[]): Resource {
  const known = user.scim ?? describe(user)
  return {
    ...known,
    schemas: [USER, ...(ENTERPRISE in known ? [ENTERPRISE] : [])],
    id: user.id,
    userName: user.login,
    active: isActive(user),
    ...(groups.length > 0 && { groups: groups.map((each) => describeGroup(each, site)) }),
    meta: {
      resourceType: 'User',
      created: user.created_at.toISOString(),
      lastModified: user.updated_at.toISOString(),
      location: `${site}/scim/v2/Users/${user.id}`,
    },
  }
}

const describeGroup = ({ id, name }: GroupOf, site: string): Resource => ({
  value: id,
  display: name,
  type: 'direct',
  $ref: `${site}/scim/v2/Groups/${id}`,
})

const BLOCKED = 3
export const isActive = ({ status }: UserRow): boolean => status !== BLOCKED

export const describe = (user: UserRow): Resource => ({
  userName: user.login,
  name: { familyName: user.last_name, givenName: user.first_name, middleName: user.middle_name },
  displayName: user.name,
  ...(user.email !== '' && { emails: [{ type: 'work', primary: true, value: user.email }] }),
  ...(user.displayed_position !== '' && { title: user.displayed_position }),
})

/**
 * The user's data from what the provider sent. A deactivation is always stored: then invalid values stay as they
 * were.
 */
export function readPerson(
  resource: Resource,
  before: Resource,
  { isLeaving }: { isLeaving: boolean },
): PersonChanges {
  const wanted = wantedOf(resource, (name) => name in resource || name in before)
  const { data, error } = PersonChanges.safeParse(wanted)
  if (data) return data
  if (isLeaving) {
    const wrong = new Set(error.issues.map(({ path }) => path[0]))
    return PersonChanges.parse(
      Object.fromEntries(Object.entries(wanted).filter(([key]) => !wrong.has(key))),
    )
  }
  const [issue] = error.issues
  throw refused('invalidValue', `${NAMES[String(issue?.path[0])] ?? 'the user'}: ${issue?.message}`)
}

const NAMES: Record<string, string> = {
  login: 'userName',
  email: 'emails',
  lastName: 'name.familyName',
  firstName: 'name.givenName',
  middleName: 'name.middleName',
  displayedPosition: 'title',
}

/** Attributes that the provider never sent are not cleared. */
function wantedOf(resource: Resource, isSent: (name: string) => boolean) {
  const name = isResource(resource.name) ? resource.name : {}
  const lastName = textOf(name.familyName) ?? ''
  const firstName = textOf(name.givenName) ?? ''
  const isNamed = lastName !== '' || firstName !== ''
  return {
    login: textOf(resource.userName),
    ...(isSent('emails') && { email: emailIn(resource.emails) ?? '' }),
    ...((isSent('name') || isSent('displayName')) && {
      lastName: isNamed ? lastName : (textOf(resource.displayName) ?? ''),
      firstName,
      middleName: textOf(name.middleName) ?? '',
    }),
    ...(isSent('title') && { displayedPosition: textOf(resource.title) ?? '' }),
    ...(isSent('phoneNumbers') && {
      mobilePhone: phonesIn(resource.phoneNumbers, (type) => type === 'mobile'),
      workPhone: phonesIn(resource.phoneNumbers, (type) => !['mobile', 'fax'].includes(type)),
    }),
    ...(isTimeZone(resource.timezone) && { timezone: resource.timezone }),
  }
}

const membersOf = (list: unknown): Resource[] => [list ?? []].flat().filter(isResource)

/** The primary address, otherwise the one for work, otherwise any. */
function emailIn(emails: unknown): string | undefined {
  const all = membersOf(emails).filter(({ value }) => textOf(value))
  const best =
    all.find(({ primary }) => toBoolean(primary)) ??
    all.find(({ type }) => textOf(type)?.toLowerCase() === 'work') ??
    all[0]
  return textOf(best?.value)
}

/** Invalid phone numbers are not stored here; the provider still gets them back. */
function phonesIn(phones: unknown, is: (type: string) => boolean) {
  return membersOf(phones)
    .filter(({ type }) => is(textOf(type)?.toLowerCase() ?? 'work'))
    .map(({ value, type }) => ({
      type: textOf(type) ?? 'work',
      tel: (textOf(value) ?? '').replace(/^tel:/i, '').replace(/[\s().-]/g, ''),
    }))
    .filter(({ tel }) => /^\+?\d{1,30}$/.test(tel))
    .slice(0, 20)
}

function isTimeZone(name: unknown): boolean {
  return typeof name === 'string' && PersonChanges.safeParse({ timezone: name }).success
}
