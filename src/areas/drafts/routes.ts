import { nextOf, startOf } from '../../api/after.ts'
import { implement, type Routes } from '../../http/implement.ts'
import type { SolutionParts } from '../solutions/change-set.ts'
import { drafts } from './operations.ts'
import { previewDraft } from './preview.ts'
import { planDraft, publishDraft } from './publish.ts'
import { rebaseDraft } from './rebase.ts'
import { renameInDraft } from './rename/rename.ts'
import * as service from './service.ts'
import { testInDraft } from './test.ts'
import { draftTesting } from './test-operations.ts'

export const draftsRoutes = (parts: SolutionParts): Routes =>
  implement(
    'drafts',
    { ...drafts, ...draftTesting },
    {
      create: async ({ input }, ctx) => ({ draft: await service.createDraft(ctx, parts, input) }),
      list: async ({ input }, ctx) => {
        const { solution, size } = input
        const wanted = { solution, size, before: startOf(input) }
        const { rows, drafts: found } = await service.listDrafts(ctx, wanted)
        const numbers = rows.map(({ number }) => number)
        return { drafts: found, ...nextOf(input, numbers) }
      },
      get: async ({ params }, ctx) => ({ draft: await service.getDraft(ctx, parts, params.id) }),
      getFile: async ({ params, input }, ctx) => ({
        file: await service.getDraftFile(ctx, params.id, input.path),
      }),
      edit: async ({ params, input }, ctx) =>
        service.editDraft(ctx, parts, { id: params.id, ...input }),
      rename: async ({ params, input }, ctx) =>
        renameInDraft(ctx, parts, { id: params.id, ...input }),
      plan: async ({ params }, ctx) => planDraft(ctx, parts, params.id),
      preview: async ({ params, input }, ctx) => ({
        preview: await previewDraft(ctx, parts, { id: params.id, ...input }),
      }),
      test: async ({ params, input }, ctx) => testInDraft(ctx, { id: params.id, ...input }),
      publish: async ({ params, input }, ctx) => ({
        version: await publishDraft(ctx.write, parts, { id: params.id, ...input }),
      }),
      rebase: async ({ params, input }, ctx) =>
        rebaseDraft(ctx, parts, { id: params.id, ...input }),
      remove: async ({ params }, ctx) => {
        await service.removeDraft(ctx, params.id)
        return {}
      },
    },
  )
