import { z } from 'zod'
import type { Component } from './package/package.ts'
import { Field, readList } from './schemas.ts'
import { fieldCode, isSpoken, toCode, toFree, toName } from './text.ts'
import { addressOf, enter, onceFor, type World } from './world.ts'
import { toYaml } from './yaml.ts'

const text = z.string().catch('')
const Body = z.looseObject({
  code: text,
  name: text,
  __name: text,
  extension: text,
  variables: z.array(z.unknown()).catch([]),
})

const templatesOf = ({ package: { components } }: World): Component[] =>
  components.filter(({ kind }) => kind === 'doctemplate')

const READABLE = /\.(docx|xlsx)$/i

const fileOf = ({ resources }: Component) => resources.find(({ path }) => READABLE.test(path))

/** The code of a template here: its own, else made of its name; free in its folder. */
const codesOf = onceFor((world): Map<Component, string> => {
  const taken = new Set<string>()
  return new Map(
    templatesOf(world).map((component) => {
      const { data } = Body.safeParse(component.body)
      const [namespace = '', code = ''] = addressOf(component).split('/')
      const { folder } = world.targets.of(namespace)
      const name = data?.__name || data?.name || component.name || code
      const own = toFree(isSpoken(code) ? code : toCode(name), (each) =>
        taken.has(`${folder}/${each}`),
      )
      taken.add(`${folder}/${own}`)
      return [component, own]
    }),
  )
})

/** The path of a template that a process names; undefined = its file is not in the package. */
export function documentPath(world: World, namespace: string, code: string): string | undefined {
  const found = templatesOf(world).find((each) => addressOf(each) === `${namespace}/${code}`)
  if (!found || !fileOf(found) || world.targets.moduleOf(namespace) !== undefined) return undefined
  return `${world.targets.of(namespace).namespace}/${codesOf(world).get(found)}`
}

export function convertDocument(world: World, component: Component): void {
  const from = addressOf(component)
  const { entry, say } = enter(world, component, from)
  const [namespace = ''] = from.split('/')
  const { data } = Body.safeParse(component.body)
  const file = fileOf(component)
  if (!data || !file || world.targets.moduleOf(namespace) !== undefined) {
    say('not understood', 'template', 'it has no .docx or .xlsx file, or belongs to a module')
    return
  }
  const { folder } = world.targets.of(namespace)
  const code = codesOf(world).get(component) ?? ''
  const end = file.path.slice(file.path.lastIndexOf('.')).toLowerCase()
  const variables = readList(Field, data.variables).known.filter(({ deleted }) => !deleted)
  entry.name = toName(data.__name || data.name || component.name, code)
  entry.file = `${folder}/documents/${code}.yaml`
  say('by hand', 'file', 'look whether its fields are filled: the text of templates is not changed')
  world.files.set(`${folder}/documents/${code}${end}`, file.content)
  world.files.set(
    entry.file,
    toYaml({
      ...{ name: entry.name, file: `${code}${end}` },
      ...(variables.length > 0 && {
        variables: Object.fromEntries(variables.map((each) => [fieldCode(each.code), each.type])),
      }),
    }),
  )
}
