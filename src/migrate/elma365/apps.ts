import { type Definitions, toFields } from './fields.ts'
import { toForms } from './forms.ts'
import type { Component } from './package/package.ts'
import type { Rights } from './rights.ts'
import type { App, AppSettings } from './schemas.ts'
import { toStatuses } from './statuses.ts'
import { BUILT_IN } from './targets.ts'
import { namesIn, toName, toTemplate } from './text.ts'
import { addressOf, enter, isDouble, isFit, type Say, type World } from './world.ts'
import { toYaml } from './yaml.ts'

export function convertApp(world: World, component: Component, rights: Map<string, Rights>): void {
  const from = addressOf(component)
  const { entry, say } = enter(world, component, from)
  const app = world.apps.get(from)
  if (!app) {
    say('not understood', 'app', 'it has another form than those that are known')
    return
  }
  const [namespace = '', code = ''] = from.split('/')
  const path = world.targets.appPath(namespace, code)
  if (BUILT_IN.includes(from)) {
    entry.name = toName(app.body.name, code)
    entry.file = extendApp(world, {
      fields: toFields(app.body.fields, { say, targets: world.targets }),
      from,
      say,
    })
    return
  }
  if (path === undefined) {
    say('by hand', 'app', 'it lies in a workspace of the system that is not here')
    return
  }
  const [workspace = '', own = ''] = path.split('/')
  const file = `workspaces/${workspace}/apps/${own}.yaml`
  if (isDouble(world, file, say)) return
  entry.name = toName(app.body.name, code)
  entry.file = file
  if (own !== code) say('changed', 'code', `it is "${own}"`)
  const body = toApp(world, { app: app.body, statuses: app.statuses, from, say })
  const granted = rights.get(`app:${from}`) ?? {}
  world.files.set(
    entry.file,
    toYaml({ ...body, ...(Object.keys(granted).length > 0 && { rights: granted }) }),
  )
}

type Extending = { fields: Definitions; from: string; say: Say }

/** A built-in app keeps its own fields and gets those that the company added. */
function extendApp(world: World, { fields, from, say }: Extending): string {
  const added = Object.entries(fields).filter(([code]) => !code.startsWith('_'))
  const system = Object.keys(fields).filter((code) => code.startsWith('_'))
  if (system.length > 0)
    say(
      'changed',
      'fields',
      `it is built in and keeps its own fields instead of ${system.join(', ')}`,
    )
  if (added.length === 0) return ''
  const file = `workspaces/${from.replace('/', '/apps/')}/extension.yaml`
  const create = added.flatMap(([code, { required }]) => (required ? [code] : []))
  world.files.set(
    file,
    toYaml({ fields: Object.fromEntries(added), ...(create.length > 0 && { create }) }),
  )
  return file
}

type Work = { app: App; statuses: Map<number, string>; from: string; say: Say }

function toApp(world: World, { app, statuses, from, say }: Work): object {
  const { settings, type } = app
  const name = toName(app.name, from)
  const fields = toFields(app.fields, { say, targets: world.targets })
  const isKnown = isFit(say, 'appType', type || 'STANDARD', `type ${type}`)
  return {
    name,
    ...(app.elementName !== '' && { elementName: toName(app.elementName, name) }),
    ...(isKnown && type !== '' && type !== 'STANDARD' && { type }),
    ...nameTemplateOf(settings, fields, say),
    fields,
    ...toStatuses(settings.status, statuses, say),
    forms: toForms(settings.advancedForms, { fields, say, findWidget: widgetsOf(world, from) }),
    ...registrationOf(settings, say),
  }
}

const SYSTEM = ['__index', '__createdAt', '__createdBy', '__id']

function nameTemplateOf({ nameSettings }: AppSettings, fields: Definitions, say: Say) {
  const { titleGenerateMethod, titleTemplate } = nameSettings
  if (titleGenerateMethod !== 'template' || titleTemplate === '') return {}
  const { template, hasFunctions } = toTemplate(titleTemplate)
  const unknown = namesIn(template).filter(
    (each) => !SYSTEM.includes(each) && !Object.hasOwn(fields, each),
  )
  if (unknown.length > 0 || template.length > 500) {
    say('by hand', 'nameTemplate', `people type the name: ${unknown.join(', ')} cannot be in it`)
    return {}
  }
  if (hasFunctions) say('changed', 'nameTemplate', 'functions around fields are left out')
  return { nameTemplate: template }
}

/** The layouts of an app stand in its own namespace. */
const widgetsOf =
  ({ package: { components } }: World, from: string) =>
  (code: string): unknown =>
    components.find(
      (each) =>
        each.kind === 'widget' && each.namespace === from.replace('/', '.') && each.code === code,
    )?.body

function registrationOf({ registrationSettings }: AppSettings, say: Say) {
  const { enabled, nomenclatureIds, restrictRegistration, orgunitIdModel } = registrationSettings
  if (!enabled) return {}
  if (nomenclatureIds.length > 0) {
    say('by hand', 'registration', 'the nomenclature does not come in packages: name its folders')
  }
  if (!['', 'free'].includes(restrictRegistration) || orgunitIdModel.length > 0) {
    say('by hand', 'registration', 'who may register is not taken: say it in "by"')
  }
  return { registration: { enabled: true } }
}
