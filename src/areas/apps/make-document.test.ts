import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makeDocx, paragraph, textOfDocx } from '../../../test/office.ts'
import { solution } from '../../../test/solution.ts'
import { newId } from '../../lib/ids.ts'

const { as, admin, make, request } = await startApp()
const at = (code: string) => ({ namespace: 'law', code })
const body =
  paragraph('{subject}, {$signed}, {amount}, {by}, {party}, {owner}, {__name}, {at}, {who}') +
  paragraph('{#lines.rows}{by} of {firm}; {/lines.rows}')

await as(admin).solutions.apply({
  input: {
    files: [
      ...solution('law', {
        'workspaces/law/apps/parties.yaml': 'name: Parties\nfields: {}\n',
        'workspaces/law/apps/papers.yaml': `name: Papers
fields:
  subject: { name: Subject, type: STRING }
  signed: { name: Signed, type: DATETIME, kind: date }
  amount: { name: Amount, type: MONEY, currency: EUR }
  by: { name: By, type: SYS_USER }
  party: { name: Party, type: SYS_COLLECTION, app: law/parties }
  owner: { name: Owner, type: REF_ITEM }
  at: { name: At, type: DATETIME, kind: time }
  who: { name: Who, type: ROLE, single: false }
  lines:
    name: Lines
    type: TABLE
    columns:
      by: { name: By, type: SYS_USER }
      firm: { name: Firm, type: SYS_COLLECTION, app: law/parties }
  scans: { name: Scans, type: FILE, single: false }
rights: { "group:all_users": [read, update] }
`,
        'workspaces/law/apps/papers/documents/cover.yaml': 'name: Cover\nfile: cover.docx\n',
        'workspaces/law/apps/parties/documents/other.yaml': 'name: Other\nfile: other.docx\n',
      }),
      ...['papers/documents/cover', 'parties/documents/other'].map((path) => ({
        path: `workspaces/law/apps/${path}.docx`,
        base64: makeDocx(body).toString('base64'),
      })),
    ],
  },
})
const ann = await make.user({ lastName: 'Lind', firstName: 'Ann' })
const { item: party } = await as(admin).apps.createItem({
  params: at('parties'),
  input: { context: { __name: 'Larkmoor' } },
})
const { item } = await as(admin).apps.createItem({
  params: at('papers'),
  input: {
    context: {
      __name: 'Paper 1/A',
      subject: 'Lenses',
      signed: '2026-03-04T00:00:00Z',
      amount: { cents: 123450, currency: 'EUR' },
      by: [ann.id],
      party: [party.__id],
      owner: [{ ...at('parties'), id: party.__id }],
      at: '14:30',
      who: [{ type: 'user', id: ann.id }],
      lines: { rows: [{ by: [ann.id], firm: [party.__id] }, { by: [ann.id] }] },
    },
  },
})
const params = { ...at('papers'), id: item.__id }
const templateOf = async (code: string) => {
  const { result } = await as(admin).scheme.listAppDocuments({ params: at(code) })
  return result.result[0]?.__id ?? ''
}
const makeOf = async (by: typeof ann, more = {}) =>
  as(by).apps.makeDocument({ params, input: { template: await templateOf('papers'), ...more } })

/** The text of a document that somebody keeps in the paper. */
async function keep(by: typeof ann, made: { name: string; hash: string }) {
  const { item: kept } = await as(by).apps.updateItem({
    params,
    input: { context: { scans: [{ name: made.name, hash: made.hash }] } },
  })
  const [id = ''] = kept.scans as string[]
  const { Link: link } = (await as(by).disk.getLink({ params: { id } })) as { Link: string }
  const response = await request(new URL(link).pathname + new URL(link).search)
  return textOfDocx(Buffer.from(await response.arrayBuffer()))
}

test('a document shows an item in the language of who makes it, and is kept like an upload', async () => {
  const made = await makeOf(admin as typeof ann, { language: 'ru', timeZone: 'Europe/Berlin' })

  expect(made).toMatchObject({ name: 'Cover Paper 1 A.docx', size: expect.any(Number) })
  expect(await keep(admin as typeof ann, made)).toEqual([
    expect.stringMatching(
      /^Lenses, 4 мар\. 2026.*, 1.234,50.€, Lind Ann, Larkmoor, Larkmoor, Paper 1\/A, 14:30, Lind Ann$/,
    ),
    'Lind Ann of Larkmoor; Lind Ann of ; ',
  ])
})

test('names of items that its maker may not read are not in it', async () => {
  const [text, lines] = await keep(ann, await makeOf(ann))

  expect(text).toMatch(
    /^Lenses, Mar 4, 2026, €1,234.50, Lind Ann, , , Paper 1\/A, 14:30, Lind Ann$/,
  )
  expect(lines).toBe('Lind Ann of ; Lind Ann of ; ')
})

test.each([
  ['an unknown template', async () => ({ template: newId() }), 'not_found'],
  [
    'a template of another app',
    async () => ({ template: await templateOf('parties') }),
    'not_found',
  ],
  ['a time zone that is none', () => ({ timeZone: 'Larkmoor' }), 'invalid'],
])('%s is refused', async (_, more, code) => {
  await expect(makeOf(ann, await more())).rejects.toMatchObject({ code })
})

test('whoever may not read the item makes nothing of it', async () => {
  const { item: secret } = await as(admin).apps.createItem({
    params: at('parties'),
    input: { context: {} },
  })
  const call = as(ann).apps.makeDocument({
    params: { ...at('parties'), id: secret.__id },
    input: { template: await templateOf('parties') },
  })

  await expect(call).rejects.toMatchObject({ code: 'not_found' })
})
