import { z } from 'zod'
import { operation } from '../../api/operation.ts'
import { ById, InApp } from '../../api/schemas.ts'

const ByCode = z.object({ code: z.string() })

const Blocking = z.object({
  message: z.string(),
  namespace: z.string().optional(),
  code: z.string().optional(),
})
export type Blocking = z.infer<typeof Blocking>

export const Exportable = z.object({
  exportable: z.boolean(),
  errors: z.array(Blocking),
  warnings: z.array(Blocking),
})
export type Exportable = z.infer<typeof Exportable>

const exportable = <Params extends z.ZodObject>(path: string, of: string, params: Params) =>
  operation({
    method: 'GET',
    path: `/pub/v1/scheme/${path}/exportable`,
    summary: `Check whether ${of} can be exported`,
    params,
    output: Exportable,
    access: 'administrator',
  })

export const exportables = {
  appExportable: exportable('namespaces/{namespace}/apps/{code}', 'an app', InApp),
  workspaceExportable: exportable('namespaces/{code}', 'a workspace', ByCode),
  moduleExportable: exportable('modules/{id}', 'a module', ById),
  solutionExportable: exportable('solutions/{code}', 'a solution', ByCode),
}
