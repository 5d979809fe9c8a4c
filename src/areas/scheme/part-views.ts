import type { Snapshot, StoredDefinition } from '../../definitions/snapshot.ts'
import { toApp } from '../../definitions/snapshot.ts'
import type { Model } from '../../engine/model.ts'
import { parsePath } from '../../lib/app-path.ts'
import type { ContractView, ProcessFormView, WidgetView } from './part-operations.ts'
import { audit, toFieldViews } from './views.ts'

export function toWidgetView(definition: StoredDefinition<'widget'>): WidgetView {
  const { id, namespace, code, body } = definition
  return { __id: id, namespace, code, name: body.name, type: body.type, ...audit(definition) }
}

/** Apps and fields that the reader may not see are left out. */
export function toContractView(
  definition: StoredDefinition<'contract'>,
  snapshot: Snapshot,
): ContractView {
  const { id, namespace, code, body } = definition
  const applications = Object.entries(body.apps).flatMap(([path, mapping]) => {
    const place = parsePath(path)
    const app = snapshot.find('app', place.namespace, place.code)
    if (!app || app.deletedAt) return []
    const { byCode } = toApp(app)
    const shown = Object.entries(mapping).filter(
      ([, field]) => field === '__name' || byCode.has(field),
    )
    return [{ ...place, mapping: Object.fromEntries(shown) }]
  })
  return {
    __id: id,
    namespace,
    code,
    name: body.name,
    description: body.description,
    fields: toFieldViews(body.fields),
    applications,
    ...audit(definition),
  }
}

/** Forms of steps, and of the exits that ask for something. */
export function toProcessForms({ nodes, flows }: Model): ProcessFormView[] {
  const steps = Object.values(nodes).map(({ id, name, form }) => ({ id, name, form }))
  const exits = Object.values(flows).map(({ id, name, exit }) => ({ id, name, form: exit.form }))
  return [...steps, ...exits]
    .filter(({ form }) => form.length > 0)
    .map(({ id, name, form }) => ({
      code: id,
      name,
      element: id,
      fields: form.map(({ code, required, readonly }) => ({ code, required, readonly })),
    }))
}
