import { expect, test } from 'vitest'
import { notify } from '../../src/areas/notifications/service.ts'
import { startPushService } from '../push-service.ts'
import { findBarriers } from './find-barriers.ts'
import { startConsole } from './stand.ts'

const service = await startPushService()
const { address, as, boss, make, open } = await startConsole({
  KONTOR_PUSH_ADDRESSES: '127.0.0.1',
})

const WORDS = {
  en: { push: 'Notify me in this browser', kinds: 'Notify me here of', system: 'System' },
  ru: { push: 'Уведомлять в этом браузере', kinds: 'О чём уведомлять здесь', system: 'Система' },
}

test.each([
  [1440, 'en'],
  [380, 'ru'],
] as const)(
  'a browser is told of a mention, which opens where it happened, at %i px in %s',
  async (width, language) => {
    const t = WORDS[language]
    const login = language === 'en' ? 'anna' : 'ingrid'
    const { page, complaints } = await open('/profile', { login, width })
    const me = await (await page.request.get(`${address}/manage/v1/me/profile`)).json()
    const browser = service.open()
    // The browser of the tests has no push service; everything else of it is real.
    await page.addInitScript(`
      localStorage.setItem('kontor.language', '${language}')
      PushManager.prototype.subscribe = async () =>
        ({ toJSON: () => (${JSON.stringify(browser.subscription)}) })`)
    await page.context().grantPermissions(['notifications'], { origin: address })
    await page.goto(`${address}/profile`)

    await page.getByRole('switch', { name: t.push }).click()
    const kinds = page.getByRole('group', { name: t.kinds })
    await kinds.getByRole('checkbox', { name: t.system }).uncheck()
    expect(await findBarriers(page, 'profile')).toEqual([])
    const object = `user:${boss.id}`
    const tell = (kind: 'system' | 'mention', text: string) =>
      make.asSystem((ctx) => notify(ctx, { kind, object, to: [{ user: me.user.id, text }] }))
    await expect
      .poll(async () => {
        const answer = await page.request.get(`${address}/manage/v1/me/notification-settings`)
        return (await answer.json()).push
      })
      .not.toContain('system')
    await tell('system', 'Not in the browser')
    await tell('mention', 'Look')
    await expect.poll(() => browser.told.length).toBe(1)

    const context = page.context()
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    // It has no desktop to show anything on either.
    await worker?.evaluate(`shown = []
      registration.showNotification = async (title, { data }) => shown.push({ title, ...data })`)
    const devtools = await page.context().newCDPSession(page)
    const registered = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const id = registrations.find(({ isDeleted }) => !isDeleted)?.registrationId
        if (id) resolve(id)
      })
    })
    await devtools.send('ServiceWorker.enable')
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin: address,
      registrationId: await registered,
      data: browser.pushed[0]?.text ?? '',
    })
    await expect
      .poll(() => worker?.evaluate('shown'))
      .toEqual(browser.told.map(({ title, link }) => ({ title, link })))

    await page.goto(`${address}${browser.told[0]?.link}`)
    await page.waitForURL(`**/people/${boss.id}`)
    await expect
      .poll(async () => {
        const answer = await page.request.get(`${address}/manage/v1/me/notifications?unread=true`)
        const { notifications } = await answer.json()
        return notifications.map(({ text }: { text: string }) => text)
      })
      .not.toContain('Look')

    await page.goto(`${address}/profile`)
    await page.getByRole('switch', { name: t.push, checked: true }).click()
    await page.getByRole('switch', { name: t.push, checked: false }).waitFor()
    const { entries } = await as(boss).audit.list({ input: { object: `user:${me.user.id}` } })
    expect(entries.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['notification.push_started', 'notification.push_ended']),
    )
    expect(complaints).toEqual([])
  },
)
