import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { areas } from '../../src/client/areas.ts'
import { createClient, overHttp } from '../../src/client/client.ts'
import { startReceiver } from '../receiver.ts'
import { findBarriers } from './find-barriers.ts'
import { startConsole } from './stand.ts'

const { address, as, boss, make, open } = await startConsole({
  KONTOR_PRIVATE_ADDRESSES: '127.0.0.1',
})

const clean = { outside: [], complaints: [], barriers: [], isTooWide: false }

const whatIsWrong = async (page: Page) => ({
  barriers: await findBarriers(page, page.url()),
  isTooWide: await page.evaluate('document.documentElement.scrollWidth > innerWidth'),
})

const idOf = async (login: string) => {
  const { users } = await as(boss).users.listPeople({ input: { text: login } })
  return users.find((user) => user.login === login)?.id ?? ''
}

const WORDS = {
  en: {
    steps: 'Where work waits',
    late: /^Late/,
    numbers: 'Numbers by step',
    team: 'Team',
    without: 'Remove: Late',
  },
  ru: {
    steps: 'Где работа ждёт',
    late: /^Просрочено/,
    numbers: 'Числа по шагам',
    team: 'Команда',
    without: 'Убрать: С опозданием',
  },
}

test.each([
  [1440, 'en'],
  [380, 'ru'],
] as const)(
  'a manager finds the slowest step from home, at %i px in %s',
  async (width, language) => {
    const t = WORDS[language]
    const { secret } = await make.token({ user: await idOf('anna') })
    // What is told has the names that the page has.
    const own = createClient(areas, overHttp(address, secret, { 'accept-language': language }))
    const { steps } = await own.workplace.team({ input: {} })
    const { page, outside, complaints } = await open('/', { login: 'anna', width })
    await page.evaluate(`localStorage.setItem('kontor.language', '${language}')`)
    await page.goto(address)

    await page.getByRole('heading', { level: 1, name: t.team }).waitFor()
    const first = page.getByRole('table', { name: t.steps }).getByRole('row').nth(1)
    await first.waitFor()
    const seen = await whatIsWrong(page)
    await first.getByRole('link').first().click()
    await page.getByRole('heading', { level: 1, name: steps[0]?.process.name ?? '' }).waitFor()
    const { processes } = await own.processes.list()
    const process = processes.find(({ name }) => name === steps[0]?.process.name)
    expect(new URL(page.url()).pathname).toBe(`/processes/${process?.id}`)
    const slowest = page.getByRole('table', { name: t.numbers }).getByRole('row').nth(1)
    await expect.poll(() => slowest.textContent()).toContain(steps[0]?.name)

    await page.goBack()
    await page.getByRole('link', { name: t.late }).first().click()
    await page.waitForURL('**/tasks/people?late=true')
    await page.getByRole('button', { name: t.without }).waitFor()
    const performers = (await own.workplace.people()).users.map(({ id }) => id)
    const input = { size: 0, late: true, closed: false, filter: { tf: { performers } } }
    // More tasks may be late meanwhile.
    await expect
      .poll(async () => {
        const [{ result }, { tasks }] = await Promise.all([
          own.tasks.list({ input }),
          own.workplace.team({ input: {} }),
        ])
        return Number(result.total) - tasks.late
      })
      .toBe(0)
    expect({ outside, complaints, ...seen }).toEqual(clean)
  },
)

test.each([1440, 380])(
  'an administrator finds and pauses a failing webhook, at %i px',
  async (width) => {
    const receiver = await startReceiver(() => '')
    receiver.answerWith((_, response) => response.writeHead(500).end('no room'))
    const name = `Warehouse ${width}`
    const { webhook } = await as(boss).webhooks.create({
      input: { name, url: receiver.url, types: ['storage.*'], namespaces: [], apps: [] },
    })
    await as(boss).storage.saveSystem({ params: { key: `stock-${width}` }, input: { data: 'low' } })
    const { page, outside, complaints } = await open('/', { width })
    const panel = page.getByRole('region', { name: 'Needs attention' })
    const line = panel.getByRole('listitem').filter({ hasText: name })
    await line.getByText('is failing').waitFor()
    await line.getByText('500').waitFor()
    const seen = await whatIsWrong(page)

    await line.getByRole('button', { name: `Pause ${name}` }).click()
    await line.getByText('is paused').waitFor()
    const { webhook: paused } = await as(boss).webhooks.get({ params: { id: webhook.id } })
    expect(paused.pausedAt).not.toBeNull()
    await line.getByRole('link').click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    expect({ outside, complaints, ...seen }).toEqual(clean)
  },
)
