import { z } from 'zod'
import { InApp, InWorkspace } from '../../api/schemas.ts'
import { audit, FieldView, list, listAll, one, WORKSPACE } from './list-operations.ts'

export const WidgetView = z
  .object({
    __id: z.string(),
    namespace: z.string(),
    code: z.string(),
    name: z.string(),
    type: z.string(),
    ...audit,
  })
  .meta({ id: 'WidgetView' })
export type WidgetView = z.infer<typeof WidgetView>

export const ContractView = z
  .object({
    __id: z.string(),
    namespace: z.string(),
    code: z.string(),
    name: z.string(),
    description: z.string(),
    fields: z.array(FieldView),
    applications: z
      .array(
        z.object({
          namespace: z.string(),
          code: z.string(),
          mapping: z
            .record(z.string(), z.string())
            .describe('fields of the contract to those of the app'),
        }),
      )
      .describe('the apps that implement it'),
    ...audit,
  })
  .meta({ id: 'ContractView' })
export type ContractView = z.infer<typeof ContractView>

export const ProcessFormView = z
  .object({
    code: z.string(),
    name: z.string(),
    element: z.string().describe('the id of the element in the diagram'),
    fields: z.array(z.object({ code: z.string(), required: z.boolean(), readonly: z.boolean() })),
  })
  .meta({ id: 'ProcessFormView' })
export type ProcessFormView = z.infer<typeof ProcessFormView>

/** Other parts of a workspace. */
export const parts = {
  listWidgets: list(`${WORKSPACE}/widgets`, 'List widgets of a workspace', {
    row: WidgetView,
    params: InWorkspace,
  }),
  getWidget: one(`${WORKSPACE}/widgets/{code}`, 'Get a widget', {
    output: z.object({ widget: WidgetView }),
    params: InApp,
  }),
  listContracts: list(`${WORKSPACE}/contracts`, 'List contracts of a workspace', {
    row: ContractView,
    params: InWorkspace,
  }),
  getContract: one(`${WORKSPACE}/contracts/{code}`, 'Get a contract', {
    output: z.object({ contract: ContractView }),
    params: InApp,
  }),
  listProcessForms: listAll(`${WORKSPACE}/processes/{code}/forms`, 'List the forms of a process', {
    row: ProcessFormView,
    params: InApp,
  }),
}
