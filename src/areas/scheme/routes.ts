import { implement } from '../../http/implement.ts'
import { VERSION } from '../../platform/version.ts'
import { scheme } from './operations.ts'
import * as parts from './part-views.ts'
import * as service from './service.ts'
import * as views from './views.ts'

const { page } = service
const GLOBAL = 'global'

export const schemeRoutes = implement('scheme', scheme, {
  help: async () => ({ version: VERSION, openapi: '/pub/v1/openapi.json', docs: '/docs' }),
  listWorkspaces: async ({ input }, ctx) => page(await service.listWorkspaces(ctx), input),
  getWorkspace: async ({ params }, ctx) => ({
    namespace: await service.getWorkspace(ctx, params.namespace),
  }),
  listApps: async ({ params, input }, ctx) =>
    page((await service.listIn(ctx, 'app', params)).map(views.toAppView), input),
  getApp: async ({ params }, ctx) => ({
    application: views.toAppView(await service.getDefinition(ctx, 'app', params)),
  }),
  listAppProcesses: async ({ params, input }, ctx) =>
    page((await service.listIn(ctx, 'process', inApp(params))).map(views.toProcessRow), input),
  listAppDocuments: async ({ params, input }, ctx) =>
    page((await service.listIn(ctx, 'document', inApp(params))).map(views.toDocumentView), input),
  appExportable: async ({ params }, ctx) => service.isExportable(ctx, 'app', params),
  workspaceExportable: async ({ params: { code } }, ctx) =>
    service.isExportable(ctx, 'workspace', { namespace: code, code }),
  listProcesses: async ({ params, input }, ctx) => {
    const processes = await service.listIn(ctx, 'process', { ...params, withApps: true })
    return page(processes.map(views.toProcessRow), input)
  },
  getProcess: async ({ params }, ctx) => ({ template: await service.getProcess(ctx, params) }),
  listDocuments: async ({ params, input }, ctx) =>
    page((await service.listIn(ctx, 'document', params)).map(views.toDocumentView), input),
  getDocument: async ({ params }, ctx) => ({
    docTemplateEntity: views.toDocumentView(await service.getById(ctx, 'document', params.id)),
  }),
  listPages: async ({ params, input }, ctx) =>
    page((await service.listIn(ctx, 'page', params)).map(views.toPageView), input),
  getPage: async ({ params }, ctx) => {
    const page = views.toPageView(await service.getById(ctx, 'page', params.id))
    return { pageEntity: page, page }
  },
  listWidgets: async ({ params, input }, ctx) =>
    page((await service.listIn(ctx, 'widget', params)).map(parts.toWidgetView), input),
  getWidget: async ({ params }, ctx) => ({
    widget: parts.toWidgetView(await service.getDefinition(ctx, 'widget', params)),
  }),
  listContracts: async ({ params, input }, ctx) =>
    page(await service.listContracts(ctx, params), input),
  getContract: async ({ params }, ctx) => ({ contract: await service.getContract(ctx, params) }),
  listProcessForms: async ({ params }, ctx) => {
    const result = await service.listProcessForms(ctx, params)
    return { result: { result, total: result.length } }
  },
  listModules: async ({ input }, ctx) =>
    page(
      (await service.listIn(ctx, 'module', { namespace: GLOBAL })).map(views.toModuleView),
      input,
    ),
  getModule: async ({ params }, ctx) => ({
    module: views.toModuleView(await service.getById(ctx, 'module', params.id)),
  }),
  moduleExportable: async ({ params }, ctx) => service.isExportable(ctx, 'module', params),
  listSolutions: async ({ input }, ctx) => page(await service.listSolutions(ctx), input),
  getSolution: async ({ params }, ctx) => ({
    solution: await service.getSolution(ctx, params.code),
  }),
  solutionExportable: async ({ params: { code } }, ctx) =>
    service.isExportable(ctx, 'solution', { namespace: GLOBAL, code }),
})

const inApp = ({ namespace, code }: { namespace: string; code: string }) => ({
  namespace: `${namespace}.${code}`,
})
