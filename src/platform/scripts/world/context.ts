import type { Any, Kit } from './kit.ts'

/** The variables, and the workspaces around them. Runs in the sandbox. */
export function context(kit: Kit) {
  const { place, context: given } = kit
  const known = new Map(place.fields.map((field) => [field.code, field]))
  /** Without definitions of variables, as in a test of a solution, all of them are plain. */
  const isKnown = (code: string) => known.size === 0 || known.has(code)
  const held = Object.fromEntries(Object.entries(given).filter(([code]) => isKnown(code)))
  const data = kit.decodeAll(place.fields, held)
  const before = kit.encodeAll(place.fields, data)

  const [workspace = '', app] = place.namespace.split('.')
  /** Files of variables are stored with the app that the process belongs to. */
  const home = app === undefined ? undefined : async () => ({ namespace: workspace, code: app })

  const Context = kit.guarded(
    {
      data,
      fields: kit.dictionary((code) =>
        kit.fieldOf(code, {
          find: async () => known.get(kit.codeOf(code)),
          home,
          value: () => data[kit.codeOf(code)],
        }),
      ),
    },
    'Context',
  )

  const namespaceOf = (namespace: string, name: string, more: object = {}): Any =>
    kit.guarded(
      {
        ...more,
        code: namespace,
        cache: kit.newCache(`${name}.cache`),
        storage: kit.newStorage(async () => ({ namespace }), `${name}.storage`),
        app: kit.dictionary((code) => kit.appOf(async () => ({ namespace, code }), `app.${code}`)),
        processes: kit.dictionary((code) => kit.processOf(async () => ({ namespace, code }))),
      },
      name,
    )

  const { fields = [], values = {} } = place.parameters ?? {}
  const settings = kit.guarded(
    {
      data: kit.decodeAll(fields, values),
      fields: kit.dictionary((code) =>
        kit.fieldOf(code, { find: async () => fields.find((field) => field.code === code) }),
      ),
    },
    'Namespace.params',
  )
  /** The routes of the module that the script belongs to. */
  const { module } = place
  const api = kit.dictionary((code) => {
    const getUrl = () => `${kit.place.site ?? ''}/modules/${module}/${code}`
    return kit.guarded({ getUrl }, `Namespace.api.${code}`)
  })
  const own = module === undefined ? {} : { api }
  const Namespace = namespaceOf(workspace, 'Namespace', { params: settings, ...own })
  const Global = kit.guarded(
    { ns: kit.dictionary((code) => namespaceOf(code, `Global.ns.${code}`)) },
    'Global',
  )
  const Imports = kit.dictionary((code) => namespaceOf(code, `Imports.${code}`))
  const here = app === undefined ? {} : { Application: Namespace.app[app] }
  Object.assign(globalThis, { Context, ViewContext: Context, Namespace, Global, Imports, ...here })

  /** The changed variables, in the form in which they are stored. */
  const changes = () => {
    const now = Object.fromEntries(
      Object.entries(data).map(([code, value]) => [kit.codeOf(code), value]),
    )
    const unknown = Object.keys(now).find((code) => !isKnown(code))
    if (unknown !== undefined) {
      throw new Error(`Context.data.${unknown} is no variable here`)
    }
    return kit.changed(before, kit.encodeAll(place.fields, now))
  }

  return { changes }
}
