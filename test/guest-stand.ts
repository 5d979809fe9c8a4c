import { afterAll, expect } from 'vitest'
import { newId } from '../src/lib/ids.ts'
import { cookieOf, startSignIn } from './sign-in.ts'
import { startSmtp } from './smtp.ts'
import { solution } from './solution.ts'

/** An app with offers, those who sell and read them, and guests who come in with a link from their mail. */
export async function startGuests() {
  const { letters, port, stop } = await startSmtp()
  afterAll(stop)
  const mail = {
    KONTOR_SMTP_URL: `smtp://127.0.0.1:${port}`,
    KONTOR_MAIL_FROM: 'Kontor <kontor@larkmoor.example>',
  }
  const stand = await startSignIn({ KONTOR_WORKERS: '2', ...mail })
  const { app, as, admin, make, request } = stand
  await app.startJobs()

  const seller = await make.user({ lastName: 'Lind', firstName: 'Ann' })
  const clerk = await make.user({ lastName: 'Berg', firstName: 'Bo' })
  await as(admin).solutions.apply({
    input: {
      files: solution('sales', {
        'workspaces/sales/apps/offers.yaml': `
name: Offers
fields:
  manager: { name: { en: Manager, ru: Менеджер }, type: SYS_USER }
  price: { name: Price, type: MONEY, currency: EUR }
  story: { name: Story, type: STRING, kind: html }
  isUrgent: { name: Urgent, type: BOOLEAN }
  margin: { name: Margin, type: INTEGER }
  papers: { name: Papers, type: FILE, single: false }
  office: { name: Office, type: SYS_OSNODE }
  watchers: { name: Watchers, type: ROLE, single: false }
  visit: { name: Visit, type: DATETIME, kind: time }
  lines:
    name: Lines
    type: TABLE
    columns:
      what: { name: What, type: STRING }
      by: { name: By, type: SYS_USER }
      isOak: { name: Oak, type: BOOLEAN }
      sketch: { name: Sketch, type: FILE }
statuses:
  - { code: all, name: All, statuses: [{ id: 1, code: open, name: Open }] }
fieldRights:
  margin: { "group:all_users": [read, update] }
`,
      }),
    },
  })
  const place = { namespace: 'sales', code: 'offers' }
  for (const right of ['read', 'create', 'update', 'manage']) {
    const grant = { kind: 'app', object: 'sales/offers', right, subjectKind: 'user' } as const
    await as(admin).access.grant({ input: { ...grant, subject: seller.id } })
  }
  await as(admin).access.grant({
    input: {
      ...{ kind: 'app', object: 'sales/offers', right: 'read' },
      ...{ subjectKind: 'user', subject: clerk.id },
    },
  })

  const newOffer = async (name: string, context: object = {}) => {
    const input = { context: { __name: name, ...context } }
    return String((await as(seller).apps.createItem({ params: place, input })).item.__id)
  }
  const newEmail = () => `guest-${newId()}@outside.example`
  const invite = (
    email: string,
    share: { kind: 'app' | 'item' | 'directory'; object: string },
    by: { token: string } = seller,
  ) => as(by).guests.invite({ input: { email, firstName: 'Gwen', lastName: 'Moss', share } })

  /** The secret of the newest link in somebody's mail. */
  async function secretFor(email: string, count = 1): Promise<string> {
    const found = () =>
      letters
        .filter(({ to }) => to.includes(email))
        .flatMap(({ source }) => {
          const text = source.replace(/=\r\n/g, '')
          return /https:\/\/kontor\.example\/guest#([\w-]{43})/.exec(text)?.[1] ?? []
        })
    await expect.poll(found).toHaveLength(count)
    return found().at(-1) ?? ''
  }

  const enter = (secret: string) =>
    request('/manage/v1/session/guest-link', { method: 'POST', body: JSON.stringify({ secret }) })

  /** A guest who came in with the link of their invitation. */
  async function comeIn(share: Parameters<typeof invite>[1]) {
    const email = newEmail()
    const { id } = await invite(email, share)
    const cookie = cookieOf(await enter(await secretFor(email)))
    const get = async (path: string) => {
      const response = await request(`/manage/v1/${path}`, { headers: { cookie } })
      // biome-ignore lint/suspicious/noExplicitAny: the answers of several operations
      return { status: response.status, body: (await response.json()) as any }
    }
    return { id, email, cookie, get }
  }
  return {
    ...stand,
    letters,
    mail,
    seller,
    clerk,
    place,
    newOffer,
    newEmail,
    invite,
    secretFor,
    enter,
    comeIn,
  }
}
