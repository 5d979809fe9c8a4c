import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { areas } from '../../src/client/areas.ts'
import type { Client } from '../../src/client/client.ts'
import { boxOf, lift } from './box-of.ts'
import { findBarriers } from './find-barriers.ts'

const params = { namespace: '_clients', code: '_deals' }
const WON = 5
const OFFER = 3
type Salesperson = { page: Page; client: Client<typeof areas> }

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const dealOf = async (client: Client<typeof areas>, name: string) => {
  const input = { active: true, filter: { eq: [{ field: '__name' }, { const: name }] } }
  return (await client.apps.listItems({ params, input })).result.result[0]
}

/** How many deals a status has and what they are worth, as the server says. */
async function worthOf(client: Client<typeof areas>, status: number) {
  const { groups } = await client.apps.aggregate({
    params,
    input: {
      groupBy: [{ field: '__status' }],
      values: [{ function: 'count' }, { function: 'sum', field: '_amount' }],
    },
  })
  const found = groups.find(({ keys }) => (keys[0] as { status: number }).status === status)
  const [count, sum] = found?.values ?? []
  return { count: Number(count), worth: (sum as { cents: number }).cents / 100 }
}

/** Colours change at once when the theme does. */
const STILL = '*, *::before, *::after { transition: none !important; animation: none !important }'

async function lookOver(page: Page, where: string): Promise<string[]> {
  await page.addStyleTag({ content: STILL })
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const dark = await findBarriers(page, `${where}, dark`)
  await page.emulateMedia({ colorScheme: 'light' })
  return [...dark, ...(await findBarriers(page, where))]
}

const digitsOf = (text: string) => Number(text.replace(/\D/g, ''))

/** What a salesperson remembers of a name is enough; the server has one such contact. */
async function findContact(
  { page, client }: Salesperson,
  { words, typed, name }: { words: string; typed: string; name: string },
): Promise<void> {
  const [place, filter] = [{ namespace: '_clients', code: '_contacts' }, { tf: { __name: name } }]
  const { result } = await client.apps.listItems({ params: place, input: { filter } })
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: words }).fill(typed)
  await page.getByRole('option', { name }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/apps/_clients/_contacts/${result.result[0]?.__id}`)
}

/** Sees sums and limits, drags a deal to Won, adds one to a column, looks at it another way, and finds a contact. */
export async function sellAtDesk({ page, client }: Salesperson): Promise<string[]> {
  const offers = column(page, 'Offer sent')
  const { count, worth } = await worthOf(client, OFFER)
  const card = column(page, 'Negotiation').getByRole('link').first()
  await card.waitFor()
  await offers.getByText(`${count} / 12`).waitFor()
  const shown = await offers.getByText('€').first().textContent()
  expect(digitsOf(shown ?? '')).toBe(worth)
  await offers.getByLabel('More than the limit of 12').waitFor()
  // A card that is dropped has to move to its place, so nothing stands still yet.
  const barriers = await findBarriers(page, 'board of deals')

  // What is won is not lost at once: the column says so while the card is held.
  await column(page, 'Won').getByRole('link').first().focus()
  await page.keyboard.press('Space')
  await column(page, 'Lost').getByText('Not allowed from the current status').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('note').waitFor({ state: 'detached' })

  await card.focus()
  const name = (await card.locator('span').first().textContent()) ?? ''
  await dragToWon(page, name)
  const form = page.getByRole('dialog', { name: 'Status: Won' })
  await form.getByLabel('Reason for the win').click()
  await page.getByRole('option', { name: 'Quality' }).click()
  await form.getByRole('button', { name: 'Set status' }).click()
  await form.waitFor({ state: 'hidden' })
  const won = column(page, 'Won').getByRole('link', { name })
  await won.waitFor()
  const focused = page.locator('a:focus')
  await expect.poll(() => focused.textContent()).toContain(name)
  expect(await dealOf(client, name)).toMatchObject({
    __status: { status: WON },
    _won_reason: [{ code: 'quality' }],
  })

  await page.getByRole('button', { name: 'Add to “Offer sent”' }).click()
  const add = page.getByRole('dialog', { name: 'Add to “Offer sent”' })
  await add.getByLabel('Name').fill('Sensors for Lindholm')
  await add.getByLabel('Amount').fill('1200')
  await add.getByLabel('Expected close').fill('2031-03-03')
  await add.getByRole('button', { name: 'Create' }).click()
  await offers.getByText(`${count + 1} / 12`).waitFor()
  await offers.getByRole('link', { name: 'Sensors for Lindholm' }).waitFor()
  expect(await dealOf(client, 'Sensors for Lindholm')).toMatchObject({
    __status: { status: OFFER },
    _amount: { cents: 120_000 },
  })

  await moveOnTimeline(page, client)
  barriers.push(...(await lookAtTables(page)))
  const contact = { typed: 'Vasareli Bent', name: 'Vasarely Bengt' }
  await findContact({ page, client }, { words: 'Search and commands', ...contact })
  return barriers
}

async function dragToWon(page: Page, name: string): Promise<void> {
  const card = column(page, 'Negotiation').getByRole('link', { name })
  // At its end the board does not scroll away from under the card.
  await column(page, 'Lost').getByRole('link').first().scrollIntoViewIfNeeded()
  await lift(card, { x: 120, y: 12 })
  await column(page, 'Won').getByText('Asks for: Reason for the win').waitFor()
  const to = await boxOf(column(page, 'Won'))
  await page.mouse.move(to.x + 90, to.y + 160, { steps: 12 })
  await column(page, 'Won').locator('[data-over]').waitFor()
  await page.mouse.up()
}

/** The same items by their date: a day later, and the server has it. */
async function moveOnTimeline(page: Page, client: Client<typeof areas>): Promise<void> {
  await page.goto(page.url().replace(/\?.*/, '?as=timeline&day=2031-03-01&q=Lindholm'))
  const bar = page.getByRole('link', { name: /^Sensors for Lindholm: Mar 3, 2031/ })
  await bar.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.getByRole('link', { name: /^Sensors for Lindholm: Mar 5, 2031/ }).waitFor()
  const closing = async () => (await dealOf(client, 'Sensors for Lindholm'))?._close_date
  await expect.poll(closing).toBe('2031-03-05T00:00:00Z')
  await page.getByText('Days', { exact: true }).click()
  await page.waitForURL(/zoom=day/)
}

/** Rows of each person with their sums, rows of a board, and the catalogue. */
async function lookAtTables(page: Page): Promise<string[]> {
  const found: string[] = []
  await page.getByRole('link', { name: 'Forecast' }).click()
  await page.getByRole('row', { name: /Ramanathan Priya \d+/ }).waitFor()
  await page.getByRole('button', { name: 'Summary of “Amount”' }).getByText('€').waitFor()
  found.push(...(await lookOver(page, 'forecast')))
  await page.getByRole('link', { name: 'By person' }).click()
  await page.getByRole('region', { name: 'Varga Elena' }).getByRole('link').first().waitFor()
  found.push(...(await lookOver(page, 'rows by person')))
  await page.getByRole('link', { name: 'Timeline', exact: true }).click()
  await page.getByRole('region', { name: 'Timeline' }).getByRole('link').first().waitFor()
  found.push(...(await lookOver(page, 'timeline')))
  await page.getByRole('link', { name: 'Products' }).click()
  await page.getByRole('link', { name: 'Catalogue' }).click()
  const tiles = page.getByRole('list', { name: 'Catalogue' }).getByRole('listitem')
  await tiles.filter({ hasText: 'Temperature probe TP 40' }).waitFor()
  return [...found, ...(await lookOver(page, 'catalogue'))]
}

/** On a telephone, in Russian: a deal is won by the menu of its card, another one is added, and a contact is found. */
export async function sellOnTheWay({ page, client }: Salesperson): Promise<string[]> {
  await page.evaluate(`localStorage.setItem('kontor.language', 'ru')`)
  await page.reload()
  const card = column(page, 'Новая').getByRole('link').first()
  const name = (await card.locator('span').first().textContent()) ?? ''
  const barriers = await lookOver(page, 'board of deals at 380')
  await page.getByRole('button', { name: `Переместить «${name}»` }).click()
  await page.getByRole('menuitem', { name: 'Выиграна' }).getByText('Нужно указать').waitFor()
  await page.getByRole('menuitem', { name: 'Выиграна' }).click()
  const form = page.getByRole('dialog', { name: 'Статус: Выиграна' })
  await form.getByRole('button', { name: 'Изменить статус' }).click()
  await form.getByLabel('Причина выигрыша').click()
  await page.getByRole('option', { name: 'Нас знают' }).click()
  await form.getByRole('button', { name: 'Изменить статус' }).click()
  await form.waitFor({ state: 'hidden' })
  expect(await dealOf(client, name)).toMatchObject({
    __status: { status: WON },
    _won_reason: [{ code: 'relation' }],
  })

  await page.getByRole('button', { name: 'Добавить в «Новая»' }).click()
  const add = page.getByRole('dialog', { name: 'Добавить в «Новая»' })
  await add.getByLabel('Название').fill('Датчики для Ладоги')
  await add.getByRole('button', { name: 'Создать' }).click()
  await column(page, 'Новая').getByRole('link', { name: 'Датчики для Ладоги' }).waitFor()
  expect(await dealOf(client, 'Датчики для Ладоги')).toMatchObject({ __status: { status: 1 } })

  await page.locator('label').filter({ hasText: 'Шкала времени' }).click()
  await page.waitForURL(/as=timeline/)
  await page.getByRole('button', { name: 'Сегодня' }).waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
  const contact = { typed: 'Mikola Gretta', name: 'Mikkola Greta' }
  await findContact({ page, client }, { words: 'Поиск и команды', ...contact })
  return barriers
}
