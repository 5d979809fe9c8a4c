import { IDENTITY } from '../src/areas/access/identity.ts'
import {
  createToken,
  createUser,
  type NewToken,
  type NewUser,
} from '../src/areas/access/service.ts'
import { newId } from '../src/lib/ids.ts'
import { SYSTEM } from '../src/platform/caller.ts'
import { type Context, type Platform, write } from '../src/platform/context.ts'
import { raw } from '../src/platform/db/sql.ts'

/** Creates test data with defaults. */
export function makers(platform: Platform) {
  const asSystem = <T>(work: (ctx: Context) => Promise<T>) =>
    write(platform, { user: SYSTEM, requestId: 'test', log: platform.log }, work)
  return {
    asSystem,
    /** A user with a token of their own. */
    user: (user: Partial<NewUser> = {}) =>
      asSystem(async (ctx) => {
        const account = await createUser(ctx, { login: `user-${newId()}`, ...user })
        const { token, secret } = await createToken(ctx, { name: 'test', user: account.id })
        return { ...account, token: secret, tokenId: token.id }
      }),
    token: (token: Partial<NewToken>) =>
      asSystem((ctx) => createToken(ctx, { name: 'test', ...token })),
    /** Changes users or groups directly, as no operation can. */
    change: (text: string) =>
      asSystem(async (ctx) => {
        ctx.changed(IDENTITY)
        await ctx.db.run(raw(text))
      }),
  }
}
