import { z } from 'zod'
import { operation } from '../../api/operation.ts'
import { ById, Id, InApp, InWorkspace } from '../../api/schemas.ts'
import { exportables } from './export-operations.ts'
import { FormView, ListView } from './form-operations.ts'
import { audit, FieldView, list, one, WORKSPACE } from './list-operations.ts'
import { parts } from './part-operations.ts'

export const WorkspaceView = z
  .object({
    __id: Id,
    code: z.string(),
    name: z.string(),
    icon: z.string(),
    hidden: z.boolean(),
    description: z.string(),
    type: z.enum(['namespace', 'module', 'system']),
    params: z.array(FieldView),
    ...audit,
  })
  .meta({ id: 'WorkspaceView' })
export type WorkspaceView = z.infer<typeof WorkspaceView>

export const AppView = z
  .object({
    __id: Id,
    namespace: z.string(),
    code: z.string(),
    name: z.string(),
    elementName: z.string(),
    type: z.string(),
    icon: z.string(),
    hidden: z.boolean(),
    fields: z.array(FieldView),
    forms: z.object({
      create: FormView,
      edit: FormView,
      view: FormView,
      detail: FormView.describe('the same as `view`: clients read either'),
      tile: FormView.describe('what the cards of the first view with cards say'),
    }),
    columns: z.array(z.string()).optional().describe('columns of the list, by default'),
    views: z.array(ListView),
    defaultView: z.string().optional(),
    permissions: z.record(z.string(), z.unknown()),
    params: z.record(z.string(), z.unknown()),
    version: z.int(),
    ...audit,
  })
  .meta({ id: 'AppView' })
export type AppView = z.infer<typeof AppView>

export const ProcessRow = z
  .object({
    __id: Id,
    __name: z.string(),
    namespace: z.string(),
    code: z.string(),
    type: z.literal('bpmn'),
    readonly: z.boolean(),
    manualRun: z.boolean(),
    version: z.int(),
    ...audit,
  })
  .meta({ id: 'ProcessRow' })
export type ProcessRow = z.infer<typeof ProcessRow>

const FormFieldView = z.object({
  code: z.string(),
  name: z.string(),
  display: z.string(),
  readonly: z.boolean(),
  required: z.boolean(),
  tooltip: z.string(),
})

export const BlockView = z.object({
  id: Id,
  element: z.string().describe('the id of the element in the diagram'),
  name: z.string(),
  type: z.string(),
  lane: z.string(),
  exits: z.array(Id),
  settings: z.looseObject({ formFields: z.array(FormFieldView) }),
})
export type BlockView = z.infer<typeof BlockView>

export const TransitionView = z.object({
  id: Id,
  name: z.string(),
  type: z.enum(['plain', 'default', 'error', 'timer']),
  source: Id,
  target: Id,
  settings: z.record(z.string(), z.unknown()),
})
export type TransitionView = z.infer<typeof TransitionView>

export const ProcessView = ProcessRow.extend({
  context: z.array(FieldView),
  process: z.object({
    items: z.record(z.string(), BlockView),
    transitions: z.record(z.string(), TransitionView),
  }),
}).meta({ id: 'ProcessView' })
export type ProcessView = z.infer<typeof ProcessView>

export const DocumentTemplateView = z
  .object({
    __id: Id,
    __name: z.string(),
    extension: z.string(),
    fileId: Id,
    namespace: z.string(),
    variables: z.array(z.object({ code: z.string(), type: z.string() })),
    ...audit,
  })
  .meta({ id: 'DocumentTemplateView' })
export type DocumentTemplateView = z.infer<typeof DocumentTemplateView>

export const PageView = z
  .object({
    __id: Id,
    name: z.string(),
    namespace: z.string(),
    code: z.string(),
    type: z.string(),
    icon: z.string(),
    sort: z.int(),
    hidden: z.boolean(),
    ...audit,
  })
  .meta({ id: 'PageView' })
export type PageView = z.infer<typeof PageView>

export const ModuleView = z
  .object({
    __id: Id,
    code: z.string(),
    name: z.string(),
    namespace: z.string(),
    enabled: z.boolean(),
    author: z.string(),
    summary: z.string(),
    description: z.string(),
    help: z.string(),
    website: z.string(),
    language: z.string(),
    ...audit,
  })
  .meta({ id: 'ModuleView' })
export type ModuleView = z.infer<typeof ModuleView>

export const SolutionView = z
  .object({
    __id: Id,
    code: z.string(),
    name: z.string(),
    version: z.string(),
    description: z.string(),
    content: z.array(
      z.object({ code: z.string(), name: z.string(), type: z.enum(['namespace', 'module']) }),
    ),
    ...audit,
  })
  .meta({ id: 'SolutionView' })
export type SolutionView = z.infer<typeof SolutionView>

const ByCode = z.object({ code: z.string() })
const nothing = z.object({})
const APP = `${WORKSPACE}/apps/{code}`

export const scheme = {
  ...exportables,
  ...parts,
  help: operation({
    method: ['GET', 'POST'],
    path: '/pub/v1/help',
    summary: 'Where the API is described',
    output: z.object({
      version: z.string().describe('of the server'),
      openapi: z.string().describe('the address of the OpenAPI document'),
      docs: z.string().describe('the address of the pages that show it'),
    }),
  }),
  listWorkspaces: list('namespaces', 'List workspaces', { row: WorkspaceView, params: nothing }),
  getWorkspace: one(WORKSPACE, 'Get a workspace', {
    output: z.object({ namespace: WorkspaceView }),
    params: InWorkspace,
  }),
  listApps: list(`${WORKSPACE}/apps`, 'List apps of a workspace', {
    row: AppView,
    params: InWorkspace,
  }),
  getApp: one(APP, 'Get an app', { output: z.object({ application: AppView }), params: InApp }),
  listAppProcesses: list(`${APP}/processes`, 'List processes of an app', {
    row: ProcessRow,
    params: InApp,
  }),
  listAppDocuments: list(`${APP}/doctemplates`, 'List document templates of an app', {
    row: DocumentTemplateView,
    params: InApp,
  }),
  listProcesses: list(`${WORKSPACE}/processes`, 'List processes of a workspace and its apps', {
    row: ProcessRow,
    params: InWorkspace,
  }),
  getProcess: one(`${WORKSPACE}/processes/{code}`, 'Get a process', {
    output: z.object({ template: ProcessView }),
    params: InApp,
  }),
  listDocuments: list(`${WORKSPACE}/doctemplates`, 'List document templates of a workspace', {
    row: DocumentTemplateView,
    params: InWorkspace,
  }),
  getDocument: one('doctemplates/{id}', 'Get a document template', {
    output: z.object({ docTemplateEntity: DocumentTemplateView }),
    params: ById,
  }),
  listPages: list(`${WORKSPACE}/pages`, 'List pages of a workspace', {
    row: PageView,
    params: InWorkspace,
  }),
  getPage: one('pages/{id}', 'Get a page', {
    output: z.object({ pageEntity: PageView, page: PageView }),
    params: ById,
  }),
  listModules: list('modules', 'List modules', { row: ModuleView, params: nothing }),
  getModule: one('modules/{id}', 'Get a module', {
    output: z.object({ module: ModuleView }),
    params: ById,
  }),
  listSolutions: list('solutions', 'List solutions', { row: SolutionView, params: nothing }),
  getSolution: one('solutions/{code}', 'Get a solution', {
    output: z.object({ solution: SolutionView }),
    params: ByCode,
  }),
}
