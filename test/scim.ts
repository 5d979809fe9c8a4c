import type { startApp } from './app.ts'

// biome-ignore lint/suspicious/noExplicitAny: the bodies are what providers get.
export type ScimReply = { status: number; type: string | null; location: string | null; body: any }

export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

/** What an identity provider sends with its token. */
export function scimAt(
  { request }: Pick<Awaited<ReturnType<typeof startApp>>, 'request'>,
  own: string,
) {
  async function call(
    method: string,
    path: string,
    body?: unknown,
    { token = own, type = 'application/scim+json' } = {},
  ): Promise<ScimReply> {
    const response = await request(`/scim/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      type: response.headers.get('content-type')?.split(';')[0] ?? null,
      location: response.headers.get('location'),
      body: text === '' ? undefined : JSON.parse(text),
    }
  }
  const patch = (path: string, Operations: unknown) =>
    call('PATCH', path, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations })
  const find = async (path: string, filter: string) =>
    (await call('GET', `${path}?${new URLSearchParams({ filter })}`)).body
  return { call, patch, find }
}

export const newUser = (userName: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', ENTERPRISE],
  externalId: `key-${userName}`,
  userName,
  active: true,
  displayName: 'Joan Lind',
  emails: [{ primary: true, type: 'work', value: `${userName}@firm.example` }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Joan Lind', familyName: 'Lind', givenName: 'Joan' },
  [ENTERPRISE]: { department: 'Sales', manager: { value: 'boss' } },
})

export const newGroup = (displayName: string, members: string[] = []) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
  externalId: `key-${displayName}`,
  displayName,
  members: members.map((value) => ({ value })),
})
