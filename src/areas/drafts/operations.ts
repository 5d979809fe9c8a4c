import { z } from 'zod'
import { ALL_FACTS } from '../../api/account-facts.ts'
import { NewestFirst } from '../../api/after.ts'
import { EVERYTHING, operation } from '../../api/operation.ts'
import { ById, Code, DateTime, Id, Next } from '../../api/schemas.ts'
import { bodyLimit, CalledParts, MOST_FILES, Path, Plan } from '../solutions/operations.ts'
import { DraftPreview } from './preview-operations.ts'

const At = z
  .array(z.union([z.string().max(1000), z.int().min(0)]))
  .max(100)
  .describe('the key path in a YAML file; [] = the whole file')

export const DraftProblem = z
  .object({
    file: z.string(),
    at: At,
    line: z.int(),
    column: z.int(),
    element: z.string().optional().describe('the element of a diagram'),
    inside: z
      .object({ line: z.int(), column: z.int().optional() })
      .optional()
      .describe('where it is in the text at `at`, such as a program'),
    message: z.string(),
    severity: z.enum(['error', 'warning']),
  })
  .meta({ id: 'DraftProblem' })
export type DraftProblem = z.infer<typeof DraftProblem>

const State = z.enum(['same', 'changed', 'added', 'removed'])
export type FileState = z.infer<typeof State>

const ListedFile = z.object({
  path: z.string(),
  kind: z.string().optional(),
  namespace: z.string().optional(),
  code: z.string().optional(),
  name: z.string().optional(),
  state: State,
  isReadOnly: z.boolean().describe('only administrators may change it'),
})
export type ListedFile = z.infer<typeof ListedFile>

export const DraftSummary = z
  .object({
    id: Id,
    solution: z.string(),
    author: Id,
    baseVersion: z.int().describe('0 = the solution does not exist yet'),
    isBehind: z.boolean().describe('the solution was published meanwhile: rebase it'),
    isFromGit: z.boolean().describe('it cannot be published: the solution comes from git only'),
    revision: z.int(),
    changes: z.int().describe('files that differ from the base'),
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'DraftSummary' })
export type DraftSummary = z.infer<typeof DraftSummary>

export const Draft = DraftSummary.extend({
  files: z.array(ListedFile),
  problems: z.array(DraftProblem),
}).meta({ id: 'Draft' })
export type Draft = z.infer<typeof Draft>

export const DraftFile = z
  .object({
    path: z.string(),
    state: State,
    text: z.string().optional().describe('of UTF-8 files'),
    base64: z.string().optional().describe('of other files'),
    value: z.unknown().optional().describe('of YAML files that can be read'),
  })
  .meta({ id: 'DraftFile' })
export type DraftFile = z.infer<typeof DraftFile>

const Value = z.unknown().refine((value) => value !== undefined, 'expected any JSON')
const content = { text: z.string().optional(), base64: z.base64().optional() }

export const Edit = z.discriminatedUnion('op', [
  z.strictObject({ file: Path, op: z.literal('set'), at: At, value: Value }),
  z.strictObject({ file: Path, op: z.literal('remove'), at: At }),
  z.strictObject({ file: Path, op: z.literal('insert'), at: At, value: Value }),
  z.strictObject({ file: Path, op: z.literal('move'), at: At, to: z.int().min(0) }),
  z.strictObject({ file: Path, op: z.literal('renameKey'), at: At, to: z.string().min(1) }),
  z.strictObject({
    file: Path,
    op: z.literal('create'),
    value: z.unknown().optional(),
    ...content,
  }),
  z.strictObject({ file: Path, op: z.literal('write'), ...content }),
  z.strictObject({ file: Path, op: z.literal('delete') }),
  z.strictObject({ file: Path, op: z.literal('rename'), to: Path }),
])
export type Edit = z.infer<typeof Edit>

const RenameUsage = z
  .object({
    file: z.string(),
    at: At,
    element: z.string().optional().describe('the element of a diagram'),
    before: z.string(),
    after: z.string().nullable().describe('null = it stays as it is'),
    why: z
      .enum(['people', 'administrators'])
      .optional()
      .describe('who can change what stays: nobody but people, or administrators'),
  })
  .meta({ id: 'RenameUsage' })
export type RenameUsage = z.infer<typeof RenameUsage>

const Choice = z.strictObject({ file: Path, at: At, take: z.enum(['mine', 'theirs']) })
export type Choice = z.infer<typeof Choice>

const Conflict = z
  .object({
    file: z.string(),
    at: At,
    base: z.unknown().describe('null = it was not there'),
    mine: z.unknown().describe('null = the draft removed it'),
    theirs: z.unknown().describe('null = the newest version removed it'),
    names: CalledParts,
    isOrder: z
      .boolean()
      .optional()
      .describe('both changed the order of what is in it: the three are lists of keys or codes'),
  })
  .meta({ id: 'DraftConflict' })
export type DraftConflict = z.infer<typeof Conflict>

const Revision = z.int().min(1).describe('refused with `conflict` if the draft is at another one')
const DRAFTS = '/manage/v1/drafts'

export const drafts = {
  create: operation({
    method: 'POST',
    path: DRAFTS,
    gives: [],
    summary: 'Start a draft over the published files of a solution',
    description:
      'Answers a draft of the caller that has no changes, if there is one. With `name` for a solution that does not exist yet.',
    input: z.object({
      solution: Code,
      name: z.string().trim().min(1).max(255).optional(),
    }),
    output: z.object({ draft: Draft }),
  }),
  list: operation({
    method: 'GET',
    path: DRAFTS,
    summary: 'List drafts of the caller, or all of a solution, newest first',
    input: NewestFirst.omit({ before: true }).extend({
      solution: z.string().max(128).optional().describe('everybody’s of a solution one may manage'),
    }),
    output: z.object({ drafts: z.array(DraftSummary), ...Next }),
  }),
  get: operation({
    method: 'GET',
    path: `${DRAFTS}/{id}`,
    summary: 'Get a draft with its files and problems',
    params: ById,
    output: z.object({ draft: Draft }),
  }),
  getFile: operation({
    method: 'GET',
    path: `${DRAFTS}/{id}/file`,
    summary: 'Get a file of a draft',
    params: ById,
    input: z.object({ path: Path }),
    output: z.object({ file: DraftFile }),
  }),
  edit: operation({
    method: 'POST',
    path: `${DRAFTS}/{id}/edits`,
    gives: [],
    summary: 'Change files of a draft',
    description:
      'All edits or none, in order. Edits by key path touch only the text of what changes. Saved even with problems.',
    params: ById,
    input: z.object({
      revision: Revision.optional(),
      edits: z.array(Edit).min(1).max(MOST_FILES),
    }),
    output: z.object({
      revision: z.int(),
      files: z.array(DraftFile).describe('those that changed'),
      removed: z.array(z.string()),
      problems: z.array(DraftProblem),
    }),
    bodyLimit,
  }),
  rename: operation({
    method: 'POST',
    path: `${DRAFTS}/{id}/rename`,
    gives: [],
    summary: 'Rename a code everywhere in a draft',
    description:
      'A field, variable, column, parameter, status, group of statuses or option: values stay, publishing renames the column. A program of a module, and what is not published yet of its actions, handlers and routes. Or a definition as a whole, as long as nothing is stored under its code: one that is not published yet, a page or a widget. With `dryRun` nothing is changed, and the places are listed.',
    params: ById,
    input: z.object({
      revision: Revision.optional(),
      file: Path,
      at: At.describe(
        'what is renamed, such as ["fields", "amount"] or ["statuses", 0]; [] = the definition',
      ),
      to: z.string().min(1).max(100).describe('the new code'),
      dryRun: z.boolean().default(false),
    }),
    output: z.object({
      revision: z.int(),
      usages: z.array(RenameUsage),
      hidden: z.int().describe('places in files that only administrators see; they stay'),
      personal: z.int().describe('people whose own views name it; mended when it is published'),
      files: z.array(DraftFile).describe('those that changed'),
      removed: z.array(z.string()),
      problems: z.array(DraftProblem),
    }),
  }),
  plan: operation({
    method: 'POST',
    path: `${DRAFTS}/{id}/plan`,
    summary: 'Show what publishing a draft would change',
    params: ById,
    output: z.object({
      plan: Plan.nullable().describe('null while there are errors'),
      problems: z.array(DraftProblem),
    }),
    reads: true,
  }),
  preview: operation({
    method: 'POST',
    path: `${DRAFTS}/{id}/preview`,
    gives: [],
    summary: 'Show what somebody could see and do if a draft were published',
    description:
      'By the rights in its files: apps, fields, transitions, pages, reports, processes; no items. Rights that were granted by hand are not in it. The event log says who looked as whom.',
    params: ById,
    input: z.object({ user: Id }),
    output: z.object({ preview: DraftPreview }),
  }),
  publish: operation({
    method: 'POST',
    path: `${DRAFTS}/{id}/publish`,
    gives: EVERYTHING,
    changes: ALL_FACTS,
    summary: 'Publish a draft as the next version of its solution',
    description:
      'The draft stays, without changes, over the new version. Refused with `conflict` while something prevents it.',
    params: ById,
    input: z.object({
      comment: z.string().trim().max(2000).default(''),
      revision: Revision,
      allowLoss: z
        .boolean()
        .default(false)
        .describe(
          'apply it even if fields or apps with items are hidden, or values that do not fit are deleted permanently',
        ),
    }),
    output: z.object({ version: z.int() }),
    inSteps: true,
  }),
  rebase: operation({
    method: 'POST',
    path: `${DRAFTS}/{id}/rebase`,
    bodyLimit: 'large',
    gives: [],
    summary: 'Move a draft over the newest version of its solution',
    description:
      'Merges key by key. Where both sides changed the same key, nothing is done until `choices` say which to take.',
    params: ById,
    input: z.object({
      revision: Revision.optional(),
      version: z
        .int()
        .optional()
        .describe(
          'that of the conflicts which `choices` are about; refused if it is not the newest',
        ),
      choices: z.array(Choice).max(10_000).default([]),
    }),
    output: z.object({
      draft: Draft,
      version: z.int().describe('the newest one, which the draft was compared with'),
      conflicts: z.array(Conflict),
    }),
  }),
  remove: operation({
    method: 'DELETE',
    path: `${DRAFTS}/{id}`,
    gives: [],
    summary: 'Delete a draft',
    params: ById,
  }),
}
