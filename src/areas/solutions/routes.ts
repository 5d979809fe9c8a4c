import { isUtf8 } from 'node:buffer'
import type { SourceFile } from '../../definitions/source.ts'
import { implement, type Routes } from '../../http/implement.ts'
import type { Jobs } from '../../platform/jobs/runner.ts'
import type { SolutionParts } from './change-set.ts'
import { buildIndexes } from './indexes.ts'
import { type File, solutions } from './operations.ts'
import * as service from './service.ts'

export const solutionsRoutes = (parts: SolutionParts): Routes =>
  implement('solutions', solutions, {
    list: async (_, ctx) => ({ solutions: await service.listSolutions(ctx) }),
    plan: async ({ input }, ctx) => ({
      plan: await service.planSolution(ctx, parts, input.files.map(toSource)),
    }),
    apply: async ({ input }, ctx) => {
      const { allowLoss, comment } = input
      const files = input.files.map(toSource)
      const wanted = { files, allowLoss, comment }
      const { plan, version = null } = await service.applySolution(ctx.write, parts, wanted)
      return { plan, version }
    },
    export: async ({ params }, ctx) => ({
      files: (await service.exportSolution(ctx, params.code)).map(toFile),
    }),
    planRemoval: async ({ params }, ctx) => ({
      plan: await service.planRemoval(ctx, parts, params.code),
    }),
    remove: async ({ params, input }, ctx) => {
      const wanted = { solution: params.code, allowLoss: input.allowLoss === 'true' }
      const { plan } = await service.removeSolution(ctx.write, parts, wanted)
      return { plan }
    },
  })

export const solutionsJobs: Jobs = {
  handlers: { 'solutions.build-indexes': buildIndexes },
  schedule: {},
}

const toSource = (file: File): SourceFile => ({
  path: file.path,
  content: 'content' in file ? Buffer.from(file.content) : Buffer.from(file.base64, 'base64'),
})

const toFile = ({ path, content }: SourceFile): File =>
  isUtf8(content)
    ? { path, content: content.toString('utf8') }
    : { path, base64: content.toString('base64') }
