import type { Page } from 'playwright-core'
import { setPassword as givePassword } from '../../src/areas/access/sessions.ts'
import { visit } from '../browser.ts'
import { startDemo } from '../demo-company.ts'

const PASSWORD = 'a password for the console'

/** A server with the demo company, jobs running, and a browser that comes in as one of its people. */
export async function startConsole(environment: Record<string, string> = {}) {
  const stand = await startDemo({ KONTOR_WORKERS: '2', ...environment })
  const { app, make, address, as } = stand
  await app.startJobs()
  const boss = await make.user({
    login: 'console',
    lastName: 'Tester',
    firstName: 'Tess',
    isAdministrator: true,
    password: PASSWORD,
  })
  const logins = new Map<string, Promise<void>>()
  /** People of the demo have no password of their own. */
  const setPassword = async (login: string) => {
    const { users } = await as(boss).users.listPeople({ input: { text: login } })
    const id = users.find((user) => user.login === login)?.id ?? ''
    const given = { password: PASSWORD, initialUntil: null }
    await make.asSystem((ctx) => givePassword(ctx, id, given))
  }
  const passwordOf = (login: string) => {
    const known =
      logins.get(login) ?? (login === 'console' ? Promise.resolve() : setPassword(login))
    logins.set(login, known)
    return known
  }
  return {
    ...stand,
    boss,
    /** Opens a page of the console as one of the demo's people, or as its administrator. */
    open: async (path: string, { login = 'console', width = 1440, tour = false } = {}) => {
      await passwordOf(login)
      const before = (page: Page) => signIn(page, login, tour)
      const opened = await visit(`${address}${path}`, { width, before })
      await opened.page.getByRole('button', { name: 'Account' }).waitFor({ state: 'attached' })
      return opened
    },
  }

  /** Without the form, which has tests of its own; the tour stands before what journeys are about. */
  async function signIn({ request }: Page, login: string, tour: boolean): Promise<void> {
    const headers = { origin: address }
    const data = { login, password: PASSWORD }
    const session = await request.post(`${address}/manage/v1/session`, { headers, data })
    if (!session.ok()) throw new Error(`${login} cannot sign in: ${await session.text()}`)
    if (tour) return
    const path = `${address}/manage/v1/me/settings/tour`
    await request.put(path, { headers, data: { value: 'done' } })
  }
}
