import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { editYaml, setTogether } from './edit.ts'
import { contentEnd, entriesOf, nodeAt, parseTree } from './tree.ts'
import { applyEdit, type KeyPath, type YamlEdit } from './values.ts'

/** A value with the way it is written: the text is made from both. */
type Drawn =
  | { kind: 'scalar'; text: string }
  | { kind: 'lines'; header: string; lines: string[] }
  | { kind: 'map' | 'list'; isFlow: boolean; items: { key: string; value: Drawn; note: Note }[] }
type Note = { above: string[]; behind: string; blank: boolean }

const KEYS = ['name', 'type', "'a b'", '"x: y"', 'größe', '"1"', 'on', 'fields', 'last_one']
const SCALARS = ['Deals', '1', 'true', '~', "'it''s'", '"a\\nb"', '2026-01-01', '"#"', 'a b c']
const note = fc.record({
  above: fc.array(fc.constantFrom('# why', '#', '# a: b:'), { maxLength: 2 }),
  behind: fc.constantFrom('', '', ' # behind', '   # {x}'),
  blank: fc.boolean(),
})
const scalar = fc.record({
  kind: fc.constant('scalar' as const),
  text: fc.constantFrom(...SCALARS),
})
const lines = fc.record({
  kind: fc.constant('lines' as const),
  header: fc.constantFrom('|', '|-', '>'),
  lines: fc.array(fc.constantFrom('one', 'two: 2', '# three', ''), { minLength: 1, maxLength: 3 }),
})
const { drawn } = fc.letrec<{ drawn: Drawn }>((tie) => ({
  drawn: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    scalar,
    lines,
    fc.record({
      kind: fc.constantFrom('map' as const, 'list' as const),
      isFlow: fc.boolean(),
      items: fc.uniqueArray(
        fc.record({ key: fc.constantFrom(...KEYS), value: tie('drawn'), note }),
        { maxLength: 4, selector: ({ key }) => key },
      ),
    }),
  ),
}))

function flow(value: Drawn): string {
  if (value.kind === 'scalar') return value.text
  if (value.kind === 'lines') return JSON.stringify(value.lines.join(' '))
  const inner = value.items.map(({ key, value: each }) =>
    value.kind === 'map' ? `${key}: ${flow(each)}` : flow(each),
  )
  return value.kind === 'map' ? `{${inner.join(',')}}` : `[ ${inner.join(', ')} ]`
}

/** What stands behind a colon or dash, with the lines below. */
function below(value: Drawn, margin: string, behind: string): string {
  if (value.kind === 'scalar') return ` ${value.text}${behind}\n`
  if (value.kind === 'lines') {
    const text = value.lines.map((line) => (line === '' ? '' : `${margin}  ${line}`))
    return ` ${value.header}\n${margin}  first\n${text.join('\n')}\n`
  }
  if (value.isFlow || value.items.length === 0) return ` ${flow(value)}${behind}\n`
  return `${behind}\n${block(value, `${margin}  `)}`
}

const block = (value: Extract<Drawn, { items: unknown }>, margin: string): string =>
  value.items
    .map(({ key, value: each, note: { above, behind, blank } }) => {
      const before = `${blank ? '\n' : ''}${above.map((line) => `${margin}${line}\n`).join('')}`
      const isCompact = value.kind === 'list' && each.kind === 'map' && !each.isFlow
      if (isCompact && each.items.length > 0) {
        return `${before}${margin}- ${block(each, `${margin}  `).trimStart()}`
      }
      return `${before}${margin}${value.kind === 'map' ? `${key}:` : '-'}${below(each, margin, behind)}`
    })
    .join('')

const file = fc
  .record({ root: drawn, isCrlf: fc.boolean(), isOpen: fc.boolean(), top: note })
  .map(({ root, isCrlf, isOpen, top }) => {
    const whole = 'items' in root && root.items.length > 0 && !root.isFlow
    const body = whole ? block(root, '') : `${flow(root)}\n`
    const text = top.above.map((line) => `${line}\n`).join('') + body
    const closed = isOpen ? text.replace(/\n$/, '') : text
    return isCrlf ? closed.replaceAll('\n', '\r\n') : closed
  })
  .filter((text) => {
    try {
      parse(text)
      return true
    } catch {
      return false
    }
  })

const VALUES = fc.oneof(
  fc.constantFrom<unknown>(
    'new',
    '',
    'two\nlines\n',
    'a: b',
    '# no',
    '- x',
    'true',
    ' x ',
    null,
    7,
  ),
  fc.constantFrom<unknown>([], {}, ['x', { y: 1 }], { name: 'N', type: 'T' }, { d: { e: 'f\ng' } }),
  fc.string(),
)

function pathsIn(value: unknown): KeyPath[] {
  if (typeof value !== 'object' || value === null) return []
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  return keys.flatMap((key) => {
    const inner = (value as Record<string | number, unknown>)[key]
    return [[key], ...pathsIn(inner).map((path) => [key, ...path])]
  })
}

type Dice = { op: number; at: number; to: number; value: unknown }
const dice = fc.record({ op: fc.nat(5), at: fc.nat(1000), to: fc.nat(1000), value: VALUES })

/** An edit that makes sense for the value. */
function drawEdit(value: unknown, { op, at: n, to, value: given }: Dice): YamlEdit | undefined {
  const paths = pathsIn(value)
  const at = paths[n % Math.max(paths.length, 1)] ?? []
  const parent = at.slice(0, -1)
  const all = parent.reduce<unknown>((each, key) => (each as Record<string, unknown>)[key], value)
  const size = typeof all === 'object' && all !== null ? Object.keys(all).length : 0
  if (op === 0) return { op: 'set', at, value: given }
  if (op === 1 && !Array.isArray(all)) {
    const isMap = typeof all === 'object' && all !== null
    return isMap || all === null
      ? { op: 'set', at: [...parent, `new ${n % 3}`], value: given }
      : undefined
  }
  if (size === 0) return undefined
  if (op === 2) return { op: 'remove', at }
  if (op === 3) return { op: 'move', at, to: to % size }
  if (op === 4 && Array.isArray(all))
    return { op: 'insert', at: [...parent, to % (size + 1)], value: given }
  if (op === 5 && !Array.isArray(all)) return { op: 'renameKey', at, to: 'renamed' }
  return undefined
}

const linesOf = (text: string) => text.split(/(?<=\n)/).filter((line) => line.trim() !== '')

/** The lines of the file that an edit has no business with. */
function untouched(text: string, edit: YamlEdit): string[] {
  const tree = parseTree(text)
  const parent = nodeAt(tree, edit.at.slice(0, -1))
  const key = edit.at.at(-1)
  if (key === undefined || !parent || !('items' in parent)) return []
  const all = entriesOf(parent as Parameters<typeof entriesOf>[0])
  const found = all.find((each, at) =>
    each.key === undefined ? at === key : each.key === String(key),
  )
  const [start, end] = found ? [found.start, found.end] : [contentEnd(parent), contentEnd(parent)]
  const isAll = all.length < 2 || edit.op === 'insert'
  // The only entry of a block goes together with the end of the line above: `fields: {}`.
  const above = text.slice(0, parent.range?.[0] ?? 0).trimEnd().length
  const from = isAll ? Math.max(0, Math.min(start, above - 1)) : start
  // What follows the first entry of a member comes up to its dash, over blank lines.
  const gap = /^\s*/.exec(text.slice(end))?.[0].length ?? 0
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length - 1
  const firstLine = lineOf(from)
  const lastLine = Math.max(lineOf(end) + 1, lineOf(end + gap))
  return text
    .split(/(?<=\n)/)
    .filter((line, at) => line.trim() !== '' && (at < firstLine || at > lastLine))
}

const inOrder = (some: string[], all: string[]): boolean => {
  let at = 0
  for (const line of all) if (line.trimEnd() === some[at]?.trimEnd()) at++
  return at === some.length
}

test('an edit changes the value it names, and no other line', () => {
  fc.assert(
    fc.property(file, dice, (text, drawnEdit) => {
      const value = parse(text)
      const edit = drawEdit(value, drawnEdit)
      fc.pre(edit !== undefined)
      const edited = editYaml(text, [edit])
      const [got, wanted] = [parse(edited), applyEdit(value, edit)]
      expect(got).toEqual(wanted)
      // JavaScript puts keys that are numbers first, whatever their order in the text is.
      if (!text.includes('"1"')) expect(JSON.stringify(got)).toBe(JSON.stringify(wanted))
      if (edit.op === 'move') {
        expect(
          linesOf(edited)
            .map((line) => line.trim())
            .toSorted().length,
        ).toBe(linesOf(text).length)
      } else {
        expect(inOrder(untouched(text, edit), linesOf(edited)), edited).toBe(true)
      }
      if (text.includes('\r\n')) expect(edited.replaceAll('\r\n', '')).not.toContain('\n')
    }),
    { numRuns: 400 },
  )
})

test('values set together are those set one after the other', () => {
  fc.assert(
    fc.property(file, fc.array(dice, { minLength: 2, maxLength: 6 }), (text, drawn) => {
      const value = parse(text)
      const edits = drawn
        .map((each) => drawEdit(value, each))
        .filter((edit) => edit?.op === 'set') as YamlEdit[]
      let together: string | undefined
      try {
        together = setTogether(text, edits)
      } catch {
        // One after the other they are refused, too.
        expect(() => editYaml(text, edits)).toThrow()
      }
      fc.pre(together !== undefined)
      const wanted = edits.reduce<unknown>((each, edit) => applyEdit(each, edit), value)
      expect(parse(together ?? '')).toEqual(wanted)
      if (edits.length === 1) expect(together).toBe(editYaml(text, edits))
    }),
    { numRuns: 400 },
  )
})

test('what is set at different places is set together, and comments and order stay', () => {
  const text =
    'name: Deals # what they are\nfields:\n  a: { type: STRING }\n  # the sum\n  b: { type: MONEY }\nicon: x\n'
  const edits: YamlEdit[] = [
    { op: 'set', at: ['name'], value: 'Orders' },
    { op: 'set', at: ['fields', 'c'], value: { type: 'FILE' } },
    { op: 'set', at: ['fields', 'a', 'type'], value: 'LINK' },
    { op: 'set', at: ['fields', 'd'], value: { type: 'IMAGE' } },
  ]
  expect(setTogether(text, edits)).toBe(editYaml(text, edits))
  const inside: YamlEdit[] = [...edits, { op: 'set', at: ['fields', 'c', 'type'], value: 'LINK' }]
  expect(setTogether(text, inside)).toBeUndefined()
})

test('setting what is already there changes no byte', () => {
  fc.assert(
    fc.property(file, (text) => {
      const value = parse(text)
      const edits = pathsIn(value).map((at): YamlEdit => {
        const given = at.reduce<unknown>(
          (each, key) => (each as Record<string, unknown>)[key],
          value,
        )
        return { op: 'set', at, value: given }
      })
      expect(editYaml(text, [...edits, { op: 'set', at: [], value }])).toBe(text)
    }),
  )
})

const APP = `# What we sell.
name:   Deals   # spaces stay
fields:
    title:   {name: Title,type: STRING}   # flow style

    # The buyer.
    buyer:
        name: 'Buyer'
        type: "STRING"
statuses:
- code: open
  name: Open
forms: {}
`
const CASES: [string, YamlEdit, string, string][] = [
  [
    'a value keeps the comment behind it',
    { op: 'set', at: ['name'], value: 'Big deals' },
    'name:   Deals   #',
    'name: Big deals   #',
  ],
  [
    'a new field looks like the one above',
    { op: 'set', at: ['fields', 'title', 'required'], value: true },
    'type: STRING}',
    'type: STRING, required: true}',
  ],
  [
    'a new key goes to the end of its map',
    { op: 'set', at: ['fields', 'sum'], value: { name: 'Sum', type: 'MONEY' } },
    'type: "STRING"\n',
    'type: "STRING"\n    sum:\n      name: Sum\n      type: MONEY\n',
  ],
  [
    'an empty map becomes a block',
    { op: 'set', at: ['forms', 'create'], value: ['title', 'buyer'] },
    'forms: {}\n',
    'forms:\n  create:\n    - title\n    - buyer\n',
  ],
  [
    'missing maps are made',
    { op: 'set', at: ['files', 'folder'], value: 'Deals' },
    'forms: {}\n',
    'forms: {}\nfiles:\n  folder: Deals\n',
  ],
  [
    'a list is filled in its own style',
    { op: 'insert', at: ['statuses', 1], value: { code: 'won', name: 'Won' } },
    '  name: Open\n',
    '  name: Open\n- code: won\n  name: Won\n',
  ],
  [
    'a field moves with the comment above it',
    { op: 'move', at: ['fields', 'buyer'], to: 0 },
    `    title:   {name: Title,type: STRING}   # flow style

    # The buyer.
    buyer:
        name: 'Buyer'
        type: "STRING"
`,
    `    # The buyer.
    buyer:
        name: 'Buyer'
        type: "STRING"
    title:   {name: Title,type: STRING}   # flow style

`,
  ],
  [
    'a key is renamed in place',
    { op: 'renameKey', at: ['fields', 'buyer'], to: 'customer' },
    '    buyer:\n',
    '    customer:\n',
  ],
  [
    'a removed key takes its lines',
    { op: 'remove', at: ['fields', 'title'] },
    '    title:   {name: Title,type: STRING}   # flow style\n',
    '',
  ],
]

test.each(CASES)('%s', (_, edit, before, after) => {
  expect(editYaml(APP, [edit])).toBe(APP.replace(before, after))
})

const WRONG: [YamlEdit, string, string][] = [
  [{ op: 'remove', at: ['nothing'] }, APP, 'there is no nothing in the file'],
  [{ op: 'insert', at: ['fields', 0], value: 1 }, APP, 'fields is not a list'],
  [{ op: 'set', at: ['name', 'x'], value: 1 }, APP, 'there is no name.x in the file'],
  [{ op: 'set', at: ['statuses', 7], value: 1 }, APP, 'there is no statuses.7 in the file'],
  [{ op: 'move', at: ['fields', 'title'], to: 2 }, APP, 'there is no place 2 to move to'],
  [{ op: 'renameKey', at: ['fields', 'title'], to: 'buyer' }, APP, 'is already in the file'],
  [{ op: 'set', at: ['b', 'c', 'd'], value: 1 }, 'a: &x { c: {} }\nb: *x\n', 'b is an alias'],
  [{ op: 'set', at: ['a', 'c'], value: 1 }, 'a: &x { c: 2 }\nb: *x\n', 'cannot be edited here'],
  [{ op: 'set', at: ['a'], value: 1 }, 'a: [\n', 'the file is not valid YAML'],
]

test.each(WRONG)('%j is refused', (edit, text, message) => {
  expect(() => editYaml(text, [edit])).toThrow(message)
})

test.each(['', '# Nothing yet.\n', '# Open end', '---\n'])('%j gets its first key', (text) => {
  const edited = editYaml(text, [{ op: 'set', at: ['name'], value: 'New' }])

  expect(edited.startsWith(text)).toBe(true)
  expect(parse(edited)).toEqual({ name: 'New' })
})

test('a long text is edited in a time that grows with it, not with its square', () => {
  const blanks = `name: Deals\nnote: |\n  one\n${'\n'.repeat(200_000)}  two\nlast: 1\n`
  expect(editYaml(blanks, [{ op: 'set', at: ['name'], value: 'All' }])).toBe(
    blanks.replace('Deals', 'All'),
  )
  const keys = Array.from({ length: 5000 }, (_, at) => [`key${at}`, at] as const)
  const map = `fields:\n${keys.map(([key, value]) => `  ${key}: ${value}\n`).join('')}`
  const turned = Object.fromEntries(keys.toReversed())
  const edited = editYaml(map, [{ op: 'set', at: ['fields'], value: turned }])
  expect(Object.keys(parse(edited).fields)[0]).toBe('key4999')
  const fields = Object.fromEntries(keys)
  const grown = editYaml('fields:\n  key0: 0\n', [{ op: 'set', at: ['fields'], value: fields }])
  expect(parse(grown)).toEqual({ fields })
})
