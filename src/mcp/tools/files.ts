import { Buffer } from 'node:buffer'
import { z } from 'zod'
import { etagOf } from '../../lib/etag.ts'
import { newId } from '../../lib/ids.ts'
import { checkNames, fieldsOf, WrongArgument } from '../fields.ts'
import { compact, toPage } from '../size.ts'
import { App, closed, cursor, Id, type Kontor, placeOf, type Result, tool } from '../tool.ts'

const LONGEST_TEXT = 50_000
const LONGEST_FILE = 1_000_000

export const files = tool({
  name: 'kontor_files',
  title: 'Files',
  description:
    'List the files of an item (app and id), of a directory, or those whose name contains a text; or read one (file): its link, and what a short text file says.',
  does: 'read',
  input: closed({
    app: App.optional(),
    id: Id.optional().describe('with app: the item'),
    file: Id.optional(),
    directory: Id.optional(),
    name: z.string().max(200).optional(),
    limit: z.int().min(1).max(100).default(20),
    cursor,
  }),
  run: async (connect, { app, id, file, directory, name, limit, cursor }) => {
    const kontor = connect()
    if (file) return readFile(kontor, file)
    if (app || id) return listOfItem(kontor, app, id)
    const from = Number(cursor ?? 0)
    const { result } = await kontor.disk.searchFiles({
      input: { filter: { __name: name, directory }, from, size: limit },
    })
    return toPage({ rows: result.result.map(toRow), total: result.total, from })
  },
})

type File = Awaited<ReturnType<Kontor['disk']['getFile']>>['file']

const toRow = ({ __id, name, size, contentType, directory, version }: Partial<File>) =>
  compact({ id: __id, name, size, contentType, directory, version })

async function readFile(kontor: Kontor, id: string): Promise<Result> {
  const { file } = await kontor.disk.getFile({ params: { id } })
  const { Link } = await kontor.disk.getLink({ params: { id } })
  const isShortText = /^text\/|json|xml|yaml/.test(file.contentType) && file.size <= LONGEST_TEXT
  const read = isShortText && (await kontor.disk.downloadFile({ params: { id } }))
  return { file: toRow(file), link: Link, ...(read && { text: read.text }) }
}

async function listOfItem(kontor: Kontor, app = '', id = ''): Promise<Result> {
  if (!app || !id) throw new WrongArgument('"app" and "id" belong together: which item?')
  const params = { ...placeOf(app), id }
  const { fields } = await fieldsOf(kontor, params)
  const { item } = await kontor.apps.getItem({ params })
  const held = fileFields(fields).flatMap(({ code }) =>
    idsIn(item[code]).map((file) => ({ field: code, file })),
  )
  const rows = await Promise.all(
    held.map(async ({ field, file }) => {
      const found = await kontor.disk.getFile({ params: { id: file } })
      return { field, ...toRow(found.file) }
    }),
  )
  return toPage({ rows, total: rows.length, from: 0 })
}

type Field = Awaited<ReturnType<typeof fieldsOf>>['fields'][number]

const fileFields = (fields: readonly Field[]): Field[] =>
  fields.filter(({ type, deleted }) => type === 'FILE' && !deleted)
const idsIn = (value: unknown): string[] =>
  [value].flat().filter((each): each is string => typeof each === 'string')

export const attachFile = tool({
  name: 'kontor_attach_file',
  title: 'Attach a file',
  description:
    'Attach a file to an item: one that is there (file), or a new one made of text or base64.',
  does: 'add',
  scope: 'apps:write',
  input: closed({
    app: App,
    id: Id.describe('the item'),
    field: z.string().max(200).optional().describe('may be left out if the app has one for files'),
    file: Id.optional(),
    name: z.string().min(1).max(255).optional().describe('of a new file, such as notes.txt'),
    text: z.string().max(LONGEST_FILE).optional(),
    base64: z.base64().max(LONGEST_FILE).optional(),
  }),
  run: async (connect, { app, id, field, file, ...content }) => {
    const kontor = connect()
    const params = { ...placeOf(app), id }
    const known = fileFields((await fieldsOf(kontor, params)).fields)
    const target = chooseField(app, known, field)
    const { item } = await kontor.apps.getItem({ params })
    const added = file ?? (await upload(kontor, content))
    const before = target.single ? [] : idsIn(item[target.code])
    const changed = await kontor.apps.updateItem({
      params,
      headers: { 'if-match': etagOf(Number(item.__version)) },
      input: { context: { [target.code]: [...before, added] } },
    })
    return { field: target.code, files: idsIn(changed.item[target.code]) }
  },
})

function chooseField(app: string, known: readonly Field[], code: string | undefined): Field {
  const codes = known.map((each) => each.code)
  if (codes.length === 0) throw new WrongArgument(`${app} has no field for files`)
  if (code !== undefined) checkNames(codes, [code])
  const [first] = code === undefined ? known : known.filter((each) => each.code === code)
  if (first && (code !== undefined || known.length === 1)) return first
  throw new WrongArgument(`"field" is missing: ${app} has files in ${codes.join(', ')}`)
}

type Content = { name?: string | undefined; text?: string | undefined; base64?: string | undefined }

async function upload(kontor: Kontor, { name, text, base64 }: Content) {
  if (!name) throw new WrongArgument('"name" is missing: what is the new file called?')
  if ((text === undefined) === (base64 === undefined))
    throw new WrongArgument('expected either "text" or "base64", or the id of a "file"')
  const hash = newId()
  const bytes = text ?? new Uint8Array(Buffer.from(base64 ?? '', 'base64'))
  await kontor.disk.uploadTemporary({ input: { hash }, file: bytes })
  return { hash, name }
}
