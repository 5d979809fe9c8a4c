import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { solutionParts } from '../src/app/solutions.ts'
import { applySolution } from '../src/areas/solutions/service.ts'
import { readFolder } from '../src/definitions/folder.ts'
import { startSolutions } from './solution.ts'

export const CONTACTS = { namespace: '_clients', code: '_contacts' }
export const ID = expect.stringMatching(/^[0-9a-f-]{36}$/)
export const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
export const consent = { method: 'web form', wording: 'I want the news' }
export const address = () => `${randomUUID()}@example.org`

/** A server with the app of contacts, and what mailings need. */
export async function startMarketing() {
  const started = await startSolutions()
  const { as, admin, make, request } = started
  await applySolution(make.asSystem, solutionParts, {
    files: await readFolder('solutions/_system'),
    allowLoss: false,
    isBuiltIn: true,
  })
  const client = as(admin).marketing
  /** A contact with an address of its own. */
  const contact = async (lastname: string, email?: string): Promise<string> => {
    const context = {
      _fullname: { lastname, firstname: 'Anna', middlename: '' },
      ...(email && { _email: [{ type: 'work', email }] }),
    }
    return (await as(admin).apps.createItem({ params: CONTACTS, input: { context } })).item.__id
  }
  return {
    ...started,
    client,
    contact,
    subscriber: async (email = address()): Promise<string> => {
      const subscribers = [{ item: await contact('Petrova', email) }]
      const { subscribers: results } = await client.subscribe({ input: { consent, subscribers } })
      return results[0]?.id ?? ''
    },
    segment: async (name = 'Spring webinar') =>
      (await client.createSegment({ input: { name } })).id,
    eventsOf: async (object: string) =>
      (await as(admin).audit.list({ input: { object } })).entries.map(({ type, data }) => ({
        type,
        data,
      })),
    revokeAll: async (kind: string, object: string): Promise<void> => {
      const { grants } = await as(admin).access.listGrants({ input: { kind, object } })
      for (const { id } of grants) await as(admin).access.revokeGrant({ params: { id } })
    },
    call: async (method: string, path: string, body?: object) => {
      const response = await request(`/pub/v1/marketing/${path}`, {
        method,
        headers: { authorization: `Bearer ${admin.token}` },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    },
  }
}
