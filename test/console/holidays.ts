import type { Locator, Page } from 'playwright-core'
import { button, isSaved } from './drafts.ts'

/** The steps of building “Holiday requests”, as somebody takes them who has never seen YAML. */

export const openTab = (page: Page, name: string) =>
  page.getByRole('tab', { name, exact: true }).click()
const label = (page: Page | Locator, name: string) => page.getByLabel(name, { exact: true })

/** Chooses from a list that opens below its input. */
async function choose(page: Page, input: Locator, option: string): Promise<void> {
  await input.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

const combobox = (page: Page | Locator, name: string) =>
  page.getByRole('combobox', { name, exact: true })

export async function addPart(page: Page, kind: string, name: string): Promise<void> {
  await button(page, 'Add').first().click()
  await page.getByRole('menuitem', { name: kind, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await button(dialog, 'Create').click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

const FIELDS = [
  ['Who', 'Person'],
  ['First day', 'Date and time'],
  ['Last day', 'Date and time'],
  ['Days', 'Whole number'],
  ['Paid', 'Yes or no'],
  ['Reason', 'Text'],
  ['Kind', 'Choice'],
] as const

export async function addFields(page: Page): Promise<void> {
  for (const [name, type] of FIELDS) {
    await page.getByLabel('New field').fill(name)
    await page.getByRole('combobox', { name: 'Type' }).last().fill(type)
    await page.getByRole('option', { name: type, exact: true }).click()
    await button(page, 'Add field').click()
  }
  for (const option of ['Rest', 'Study']) {
    await page.getByLabel('New option').fill(option)
    await page.keyboard.press('Enter')
  }
}

/** Without a mouse: a name, a type, Enter; then the new field goes to the second place. */
export async function addFieldByKeyboard(page: Page): Promise<void> {
  await page.getByLabel('New field').focus()
  await page.keyboard.type('Deputy')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Person')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  // What is saved meanwhile draws the list again and lets go of what was lifted.
  await button(page, 'Move “Deputy”').waitFor()
  await isSaved(page)
  await button(page, 'Move “Deputy”').focus()
  await page.keyboard.press('Space')
  const lifted = page.getByRole('list', { name: 'Fields', exact: true }).locator('[data-dragged]')
  await lifted.waitFor()
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await lifted.waitFor({ state: 'detached' })
}

export async function addStatuses(page: Page): Promise<void> {
  await openTab(page, 'Statuses')
  await page.getByLabel('First status').fill('Asked')
  await button(page, 'Add').last().click()
  for (const name of ['Approved', 'Refused']) {
    await page.getByLabel('New status in Statuses').fill(name)
    await button(page, 'Add to Statuses').click()
  }
  await page.getByRole('combobox', { name: 'Colour of the status Refused' }).click()
  await page.getByRole('option', { name: 'Red' }).click()
  await page.getByText('Only as ticked').click()
  await page.getByRole('checkbox', { name: 'From Approved to Refused' }).uncheck()
  await page.getByRole('checkbox', { name: 'From Asked to Refused' }).check()
}

export async function nameItems(page: Page): Promise<void> {
  await openTab(page, 'Settings')
  await page.getByLabel('Name of items').fill('{$who}: {$days}')
  await page.getByText('Example: Anna Berg: 3').waitFor()
  await page.getByRole('radio', { name: 'Bell', exact: true }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('radio', { name: 'Holiday', exact: true, checked: true }).waitFor()
}

/** Whoever is away for more than ten days says why; the preview shows it. */
export async function arrangeForm(page: Page): Promise<void> {
  await openTab(page, 'Forms')
  await page.getByText('Only some', { exact: true }).click()
  await button(page, 'Add section').click()
  await label(page, 'Name of section 2').fill('Reason')
  const first = page.getByRole('list', { name: 'Shown fields' })
  await button(first, 'Reason').click()
  await choose(page, combobox(first, 'Section'), 'Reason')
  const second = page.getByRole('list', { name: 'Reason' })
  await button(second, 'Reason').click()
  await choose(page, combobox(second, 'Required'), 'Always')

  await button(page, 'Settings of the section “Reason”').click()
  const section = page.locator('section').filter({ has: label(page, 'Name of section 2') })
  await choose(page, combobox(section, 'Visible').first(), 'When a condition holds')
  const condition = page.getByRole('group', { name: 'Visible: When a condition holds' })
  await button(condition, 'Condition').click()
  await choose(page, combobox(condition, 'Field'), 'Days')
  await choose(page, combobox(condition, 'Operator'), 'more than')
  await label(condition, 'Value').fill('10')

  const preview = page.getByRole('region', { name: 'Preview' })
  const heading = preview.getByRole('heading', { name: 'Reason' })
  await preview.getByLabel('Days').fill('12')
  await heading.waitFor()
  await preview.getByLabel('Days').fill('5')
  await heading.waitFor({ state: 'detached' })
}

export async function addViews(page: Page): Promise<void> {
  await openTab(page, 'Views')
  for (const [name, type] of [
    ['Board', 'Board'],
    ['Away', 'Calendar'],
  ] as const) {
    await label(page, 'New view').fill(name)
    await choose(page, combobox(page, 'Type').last(), type)
    await button(page, 'Add view').click()
  }
  await choose(page, combobox(page, 'Until'), 'Last day')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Board/ }).click()
  await combobox(page, 'Fields on a card').click()
  for (const field of ['Who', 'Days', 'First day']) {
    await page.getByRole('option', { name: field, exact: true }).click()
  }
  await page.keyboard.press('Escape')
  await choose(page, combobox(page, 'Colour by'), 'Kind')
  await choose(page, combobox(page, 'Opened first'), 'Board')
}

/** Everybody asks, heads of sales see what was asked. */
export async function giveRights(page: Page): Promise<void> {
  await openTab(page, 'Rights')
  const RIGHTS = {
    'group:all_users': ['create'],
    'group:crm/heads': ['change'],
  }
  for (const [who, rights] of Object.entries(RIGHTS)) {
    await page.getByPlaceholder('Group, role, user:login …').fill(who)
    await page.keyboard.press('Enter')
    for (const right of rights) {
      await page
        .getByRole('checkbox', { name: new RegExp(`: ${right}$`) })
        .last()
        .check()
    }
  }
}

/** Choosing what is chosen already would let it go. */
async function select(page: Page, name: string): Promise<void> {
  const element = page.getByRole('combobox', { name: 'Element' })
  if ((await element.inputValue()) !== name) await choose(page, element, name)
}

async function append(page: Page, kind: string, name: string): Promise<void> {
  await button(page, 'Append').click()
  await page.getByRole('menuitem', { name: kind, exact: true }).click()
  await call(page, name)
}

const call = (page: Page, name: string) => fillIn(page, 'Name', name)

/** A text of the panel is taken over when it is left. */
async function fillIn(page: Page, name: string, text: string): Promise<void> {
  const input = page
    .getByRole('textbox', { name, exact: true })
    .or(page.getByRole('combobox', { name, exact: true }))
  await input.fill(text)
  await input.blur()
}

/** The superior approves or refuses, and the request gets the status. */
export async function drawProcess(page: Page): Promise<void> {
  await page.getByText('Variables and settings', { exact: true }).click()
  await page.getByLabel('New field').fill('Request')
  await page.getByRole('combobox', { name: 'Type' }).last().fill('Items of an app')
  await page.getByRole('option', { name: 'Items of an app', exact: true }).click()
  await button(page, 'Add field').click()
  await choose(page, combobox(page, 'App'), 'Holiday requests')
  const rights = page.getByLabel('Rights', { exact: true })
  await rights.fill('{"group:all_users": ["create"]}')
  await rights.blur()

  await page.getByText('Draw', { exact: true }).click()
  await page.locator('figure[data-ready] .djs-shape').first().waitFor()
  await select(page, 'start')
  await append(page, 'User task', 'Approve the holiday')
  await page.getByRole('combobox', { name: 'Performers' }).pressSequentially('role:superior,')
  for (const [exit, status] of [
    ['Approve', 'approved'],
    ['Refuse', 'refused'],
  ] as const) {
    await select(page, 'Approve the holiday')
    await append(page, 'Automatic step', `Mark as ${status}`)
    await choose(page, combobox(page, 'Action'), 'Change the status of an item')
    await fillIn(page, 'Item', 'request')
    await fillIn(page, 'Status', status)
    await select(page, `Mark as ${status}`)
    await append(page, 'End', status)
    await select(page, `Approve the holiday → Mark as ${status}`)
    await call(page, exit)
  }
  await page.getByRole('status').getByText('No problems').waitFor()
}

export async function buildReport(page: Page): Promise<void> {
  await choose(page, combobox(page, 'App'), 'Holiday requests')
  await choose(page, combobox(page, 'Grouped by'), 'Kind')
  await button(page, 'Add a group').click()
  await button(page, 'Add a number').click()
  await choose(page, combobox(page, 'Chart'), 'Bars')
  const filter = page.getByRole('group', { name: 'Filter' })
  await button(filter, 'Condition').click()
  await choose(page, combobox(filter, 'Field'), 'Days')
  await choose(page, combobox(filter, 'Operator'), 'at least')
  await label(filter, 'Value').fill('1')
  await button(page, 'All settings').click()
  await page.getByLabel('Rights').fill('{"group:all_users": ["read"]}')
  await page.getByLabel('Rights').blur()
}

/** The code of what is not published can still be changed, and whatever names it follows. */
export async function recode(page: Page, part: string, code: string): Promise<void> {
  const parts = page.getByRole('navigation', { name: 'Parts of the solution' })
  await parts.getByRole('link', { name: part }).click()
  await page.getByRole('heading', { level: 1, name: part }).waitFor()
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Change the code …' }).click()
  await label(page, 'New code').fill(code)
  await button(page, 'Show places').click()
  await button(page, 'Rename everywhere').click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: part }).waitFor()
}

export async function buildDashboard(page: Page): Promise<void> {
  const settings = page.getByRole('complementary', { name: /^Settings of/ })
  const add = async (type: string, name: string) => {
    await button(page, 'Add a widget').click()
    await page.getByRole('menuitem', { name: `Add: ${type}` }).click()
    await settings.getByLabel('Name').fill(name)
  }
  await add('Number', 'Approved holidays')
  await combobox(settings, 'Only statuses').click()
  await page.getByRole('option', { name: 'Approved', exact: true }).click()
  await page.keyboard.press('Escape')
  await add('Report', 'What for')
  await choose(page, combobox(settings, 'Report'), 'Holidays by kind')
}
