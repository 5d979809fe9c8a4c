import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { FieldDefinition } from '../definitions/field.ts'
import { readFolder } from '../definitions/folder.ts'
import { type Body, kinds } from '../definitions/kinds.ts'
import { type LoadedDefinition, loadSolution } from '../definitions/load.ts'
import { checkReferences } from '../definitions/references.ts'
import { compile } from '../engine/compile.ts'
import { fieldTypes } from '../fields/registry.ts'

const BUILT_IN = '_system'
const FOLDERS = [BUILT_IN, 'company', 'crm', 'service-desk', 'contracts']

const solutions = await Promise.all(
  FOLDERS.map(async (folder) => {
    const files = await readFolder(`solutions/${folder}`)
    return { folder, ...loadSolution(files, { isBuiltIn: folder === BUILT_IN }) }
  }),
)
const definitions = solutions.flatMap(({ loaded }) => loaded?.definitions ?? [])
const of = <K extends keyof typeof kinds>(kind: K) =>
  definitions.filter((each): each is LoadedDefinition<K> => each.kind === kind)

test('the folder contains these solutions and nothing else', async () => {
  expect((await readdir('solutions')).toSorted()).toEqual(FOLDERS.toSorted())
})

test.each(solutions)('$folder loads without a problem', ({ loaded, problems }) => {
  const others = definitions.filter(({ solution }) => solution !== loaded?.solution.code)

  expect(problems).toEqual([])
  expect(checkReferences(loaded?.definitions ?? [], others)).toEqual([])
})

test('every kind of definition is shown', () => {
  expect(new Set(definitions.map(({ kind }) => kind))).toEqual(new Set(Object.keys(kinds)))
})

test('every type of field is shown', () => {
  const shown = definitions.flatMap(({ body }) => fieldsIn(body)).map(({ type }) => type)

  expect(new Set(shown)).toEqual(new Set(fieldTypes.map(({ type }) => type)))
})

/** All fields in a body: under any key, including tables. */
function fieldsIn(value: unknown): FieldDefinition[] {
  if (typeof value !== 'object' || value === null) return []
  const { type, name } = value as Partial<FieldDefinition>
  const isField = typeof name === 'string' && fieldTypes.some((each) => each.type === type)
  const inner = Object.values(value).flatMap(fieldsIn)
  return isField ? [value as FieldDefinition, ...inner] : inner
}

const processes = of('process').map((process) => ({
  path: `${process.namespace}/${process.code}`,
  process,
  xml: process.attachments.bpmn?.toString() ?? '',
}))

test.each(processes)('the diagram of $path compiles', async ({ xml }) => {
  const { problems } = await compile(xml)

  expect(problems).toEqual([])
})

test.each(processes)('the diagram of $path is drawn completely', async ({ xml }) => {
  const { model } = await compile(xml)
  const drawn = new Set(Array.from(xml.matchAll(/bpmnElement="([^"]+)"/g), ([, id]) => id))
  const elements = [model?.nodes, model?.flows, model?.lanes].flatMap((all) =>
    Object.keys(all ?? {}),
  )

  expect(elements.filter((id) => !drawn.has(id))).toEqual([])
})

test.each(processes)(
  'everything that the diagram of $path refers to exists',
  async ({ process, xml }) => {
    const { model } = await compile(xml)
    const variables = Object.keys(process.body.variables)
    const nodes = Object.values(model?.nodes ?? {})
    const forms = [...nodes, ...Object.values(model?.flows ?? {}).map(({ exit }) => exit)]
    const codes = forms.flatMap(({ form }) => form.map(({ code }) => code))
    const templates = nodes.flatMap(({ settings }) => variablesIn(Object.values(settings).join()))
    const targets = nodes.flatMap(({ settings: { target, targetFieldCode } }) =>
      [target, targetFieldCode].filter((code) => code !== undefined),
    )

    expect(
      [...codes, ...templates, ...targets].filter((code) => !variables.includes(code)),
    ).toEqual([])
  },
)

const variablesIn = (text: string) =>
  Array.from(text.matchAll(/\{\$([^}]+)\}/g), ([, code = '']) => code)

test.each(processes)('statuses set by $path exist in their apps', async ({ process, xml }) => {
  const { model } = await compile(xml)
  const steps = Object.values(model?.nodes ?? {}).filter(({ type }) => type === 'status')
  const unknown = steps.filter(({ settings: { target = '', status = '' } }) => {
    const { app = '' } = process.body.variables[target] as unknown as { app?: string }
    return !statusesOf(app).includes(status)
  })

  expect(unknown).toEqual([])
})

const statusesOf = (path: string): string[] =>
  of('app')
    .filter(({ namespace, code }) => `${namespace}/${code}` === path)
    .flatMap(({ body }) => (body as Body<'app'>).statuses)
    .flatMap(({ statuses }) => statuses.map(({ code }) => code))

test.each(processes)(
  'performers in $path are known groups, positions or variables',
  async (each) => {
    const { model } = await compile(each.xml)
    const texts = [
      ...Object.values(model?.lanes ?? {}).map(({ performer }) => performer),
      ...Object.values(model?.nodes ?? {}).flatMap((node) => [
        node.performer ?? '',
        node.settings.receivers ?? '',
      ]),
    ]
    const subjects = texts
      .flatMap((text) => text.split(/,\s*|\s*\|\|\s*/))
      .filter((subject) => subject !== '')
    const variables = Object.keys(each.process.body.variables).map((code) => `variable:${code}`)

    expect(subjects.filter((subject) => ![...variables, ...units].includes(subject))).toEqual([])
  },
)

type Departments = Body<'org-chart'>['departments']
const placesIn = (departments: Departments): string[] =>
  departments.flatMap(({ code, positions, departments: inner }) => [
    `department:${code}`,
    ...positions.map((position) => `position:${position.code}`),
    ...placesIn(inner),
  ])

const units = [
  'role:author',
  ...of('group').map(({ namespace, code }) => `group:${namespace}/${code}`),
  ...of('org-chart').flatMap(({ body }) => placesIn(body.departments)),
]
