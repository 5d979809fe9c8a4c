import { v5 } from 'uuid'
import { blockIds } from '../../definitions/block-ids.ts'
import { type FieldDefinition, toFields } from '../../definitions/field.ts'
import type { Body, Kind } from '../../definitions/kinds.ts'
import { moduleNamespace } from '../../definitions/layout.ts'
import { folderId } from '../../definitions/nomenclature.ts'
import {
  type Snapshot,
  type StoredApp,
  type StoredDefinition,
  toApp,
} from '../../definitions/snapshot.ts'
import { type SystemField, systemFields } from '../../definitions/system-fields.ts'
import { type Flow, type Model, type Node, performerText } from '../../engine/model.ts'
import type { Field } from '../../fields/field-type.ts'
import { describeField } from '../../fields/metadata.ts'
import { fieldTypeOf } from '../../fields/registry.ts'
import { isId } from '../../lib/ids.ts'
import { toFormViews, toListView } from './form-views.ts'
import type { FieldView } from './list-operations.ts'
import type {
  AppView,
  BlockView,
  DocumentTemplateView,
  ModuleView,
  PageView,
  ProcessRow,
  ProcessView,
  SolutionView,
  TransitionView,
  WorkspaceView,
} from './operations.ts'

/** Definitions in the shapes that clients of the metadata routes know. */

export const audit = (definition: StoredDefinition) => ({
  __createdAt: seconds(definition.createdAt),
  __createdBy: definition.createdBy,
  __updatedAt: seconds(definition.updatedAt),
  __updatedBy: definition.updatedBy,
  __deletedAt: definition.deletedAt && seconds(definition.deletedAt),
})

const seconds = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, 'Z')

export const toFieldView = (field: Field & { deleted?: boolean }): FieldView => ({
  ...describeField(field, fieldTypeOf(field.type)),
  deleted: field.deleted === true,
})

export const toFieldViews = (fields: Record<string, FieldDefinition>) =>
  toFields(fields).map(toFieldView)

const toSystemView = (field: SystemField, data: Record<string, unknown>): FieldView => ({
  code: field.code,
  type: field.type,
  array: field.isArray === true,
  single: field.type === 'SYS_USER' && !field.isArray,
  required: field.isRequired === true,
  indexed: field.isIndexed === true,
  searchable: field.isSearchable === true,
  deleted: false,
  calcByFormula: false,
  formula: '',
  defaultValue: null,
  data,
  view: { name: field.name, tooltip: '' },
})

export function toWorkspaceView(definition: StoredDefinition<'workspace'>): WorkspaceView {
  const { id, code, body } = definition
  return {
    __id: id,
    code,
    name: body.name,
    icon: body.icon,
    hidden: body.hidden,
    description: body.description,
    type: code.startsWith('_') ? 'system' : 'namespace',
    params: toFieldViews(body.parameters),
    ...audit(definition),
  }
}

/** A module is a workspace of its own to clients, told by its prefix. */
export function toModuleWorkspace(definition: StoredDefinition<'module'>): WorkspaceView {
  const { id, code, body } = definition
  return {
    __id: id,
    code: moduleNamespace(code),
    name: body.name,
    icon: '',
    hidden: false,
    description: body.description,
    type: 'module',
    params: [],
    ...audit(definition),
  }
}

export function toAppView(definition: StoredDefinition<'app'>): AppView {
  const { id, namespace, code, body, version } = definition
  return {
    __id: id,
    namespace,
    code,
    name: body.name,
    elementName: body.elementName ?? body.name,
    type: body.type,
    icon: body.icon,
    hidden: body.hidden,
    fields: [...systemViews(body), ...ownViews(toApp(definition)), ...removedViews(definition)],
    forms: toFormViews(definition),
    ...(body.columns && { columns: body.columns }),
    views: Object.entries(body.views ?? {}).map(([each, view]) => toListView(each, view)),
    ...(body.defaultView !== undefined && { defaultView: body.defaultView }),
    permissions: { ...body.rights },
    params: {
      nameTemplate: body.nameTemplate ?? null,
      externalKeys: body.externalKeys,
      registrationSettings: body.registration ? toRegistrationSettings(body.registration) : null,
    },
    version,
    ...audit(definition),
  }
}

const toRegistrationSettings = (settings: NonNullable<Body<'app'>['registration']>) => ({
  ...settings,
  restrictRegistration: settings.restrict,
  nomenclatureIds: settings.folders.map((each) => (isId(each) ? each : folderId(each))),
  orgunitIdModel: settings.by,
  // Whether numbers are reserved is a setting of the folder here, not of the app.
  preliminaryReservationSettings: { enabled: false, nomenclatureIds: [] },
})

const ownViews = ({ fields, readOnly }: StoredApp): FieldView[] =>
  fields.map((field) => ({
    ...toFieldView(field),
    ...(readOnly.has(field.code) && { readonly: true as const }),
  }))

const removedViews = (definition: StoredDefinition<'app'>): FieldView[] =>
  toApp(definition).removedFields.map((field) => toFieldView({ ...field, deleted: true }))

function systemViews(body: Body<'app'>): FieldView[] {
  const hasStatuses = body.statuses.length > 0
  return systemFields
    .filter(({ onlyWithStatuses }) => hasStatuses || !onlyWithStatuses)
    .map((field) =>
      toSystemView(field, field.type === 'STATUS' ? { statusItems: statusItems(body) } : {}),
    )
}

const statusItems = ({ statuses }: Body<'app'>) =>
  statuses.flatMap((group) =>
    group.statuses.map(({ id, code, name, colour }) => ({
      id,
      code,
      name,
      ...(colour && { colour }),
    })),
  )

export function toProcessRow(definition: StoredDefinition<'process'>): ProcessRow {
  const { id, namespace, code, body, version, processVersion } = definition
  return {
    __id: id,
    __name: body.name,
    namespace,
    code,
    type: 'bpmn',
    readonly: false,
    manualRun: body.manualRun,
    version: processVersion ?? version,
    ...audit(definition),
  }
}

export function toProcessView(definition: StoredDefinition<'process'>, model: Model): ProcessView {
  const blockId = blockIds(definition.id, model)
  const nodes = Object.values(model.nodes).map((node) => toBlock(node, model, blockId))
  const flows = Object.values(model.flows).map((flow) => toTransition(flow, model, blockId))
  return {
    ...toProcessRow(definition),
    context: toFieldViews(definition.body.variables),
    process: {
      items: Object.fromEntries(nodes.map((node) => [node.id, node])),
      transitions: Object.fromEntries(flows.map((flow) => [flow.id, flow])),
    },
  }
}

const toBlock = (node: Node, model: Model, blockId: (element: string) => string): BlockView => ({
  id: blockId(node.id),
  element: node.id,
  name: node.name,
  type: node.type,
  lane: node.lane ?? '',
  exits: node.outgoing.map(blockId),
  settings: {
    ...node.settings,
    formFields: node.form,
    ...(node.gateway && { type: node.gateway }),
    ...(node.trigger && { kind: node.trigger.kind }),
    ...(node.called && { called: node.called }),
    ...(performerText(model, node) && { performer: performerText(model, node) }),
  },
})

function toTransition(
  flow: Flow,
  model: Model,
  blockId: (element: string) => string,
): TransitionView {
  const source = model.nodes[flow.source]
  const trigger = source?.attachedTo ? source.trigger?.kind : undefined
  const type = trigger === 'timer' || trigger === 'error' ? trigger : undefined
  const { form, ...exit } = flow.exit
  return {
    id: blockId(flow.id),
    name: flow.name,
    type: type ?? (source?.defaultFlow === flow.id ? 'default' : 'plain'),
    source: blockId(flow.source),
    target: blockId(flow.target),
    settings: { exit: { ...exit, formFields: form }, conditions: flow.condition },
  }
}

export function toDocumentView(definition: StoredDefinition<'document'>): DocumentTemplateView {
  const { id, namespace, body } = definition
  return {
    __id: id,
    __name: body.name,
    extension: body.file.split('.').at(-1) ?? '',
    fileId: v5('file', id),
    namespace,
    variables: Object.entries(body.variables).map(([code, type]) => ({ code, type })),
    ...audit(definition),
  }
}

export function toPageView(definition: StoredDefinition<'page'>): PageView {
  const { id, namespace, code, body } = definition
  const { name, type, icon, sort, hidden } = body
  return { __id: id, name, namespace, code, type, icon, sort, hidden, ...audit(definition) }
}

export function toModuleView(definition: StoredDefinition<'module'>): ModuleView {
  const { id, code, body } = definition
  const { name, enabled, author, summary, description, help, website, language } = body
  return {
    __id: id,
    code,
    namespace: moduleNamespace(code),
    name,
    enabled,
    author,
    summary,
    description,
    help,
    website,
    language,
    ...audit(definition),
  }
}

export function toSolutionView(
  definition: StoredDefinition<'solution'>,
  snapshot: Snapshot,
): SolutionView {
  const { id, code, body } = definition
  const own = <K extends Kind>(kind: K) =>
    snapshot.live(kind).filter(({ solution }) => solution === code)
  return {
    __id: id,
    code,
    name: body.name,
    version: body.version,
    description: body.description,
    content: [
      ...own('workspace').map((each) => ({
        code: each.code,
        name: each.body.name,
        type: 'namespace' as const,
      })),
      ...own('module').map((each) => ({
        code: moduleNamespace(each.code),
        name: each.body.name,
        type: 'module' as const,
      })),
    ],
    ...audit(definition),
  }
}
