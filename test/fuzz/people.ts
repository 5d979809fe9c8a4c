import { areas } from '../../src/client/areas.ts'
import { createClient, overHttp } from '../../src/client/client.ts'
import { ADMINISTRATORS, ALL_USERS } from '../../src/lib/ids.ts'
import type { Tokens } from './send.ts'

/** Creates an ordinary user, and returns the ids that must not be deleted. */
export async function makePeople(
  address: string,
  administrator: string,
): Promise<{ tokens: Tokens; spared: string[] }> {
  const { access } = createClient(areas, overHttp(address, administrator))
  const { user } = await access.createUser({ input: { login: `fuzz-${crypto.randomUUID()}` } })
  const { secret } = await access.createToken({ input: { name: 'fuzz', user: user.id } })
  const { tokens } = await access.listTokens()
  const spared = [ADMINISTRATORS, ALL_USERS, user.id]
  for (const token of tokens) spared.push(token.id, token.user)
  return { tokens: { administrator, person: secret }, spared }
}
