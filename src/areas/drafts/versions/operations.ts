import { z } from 'zod'
import { NewestFirst } from '../../../api/after.ts'
import { operation } from '../../../api/operation.ts'
import { Code, DateTime, Id, Next } from '../../../api/schemas.ts'
import { Grant } from '../../access/operations.ts'
import { Change, Path } from '../../solutions/operations.ts'
import { Draft, DraftFile } from '../operations.ts'

const Version = z
  .object({
    number: z.int(),
    publishedAt: DateTime,
    publishedBy: Id,
    comment: z.string(),
  })
  .meta({ id: 'SolutionVersion' })
export type Version = z.infer<typeof Version>

const Different = Change.omit({ isDestructive: true, data: true, blockers: true })
export type Different = z.infer<typeof Different>

const WholeVersion = Version.extend({
  changes: z.array(Different).describe('how its definitions differ from the version before'),
  files: z.array(z.object({ path: z.string(), state: DraftFile.shape.state })),
}).meta({ id: 'WholeSolutionVersion' })
export type WholeVersion = z.infer<typeof WholeVersion>

const ByCode = z.object({ code: Code })
const ByNumber = z.object({ code: Code, number: z.coerce.number().int().min(1) })
const VERSIONS = '/manage/v1/solutions/{code}/versions'

export const versions = {
  listVersions: operation({
    method: 'GET',
    path: VERSIONS,
    summary: 'List the versions of a solution, newest first',
    params: ByCode,
    input: NewestFirst.omit({ before: true }),
    output: z.object({ versions: z.array(Version), ...Next }),
  }),
  getVersion: operation({
    method: 'GET',
    path: `${VERSIONS}/{number}`,
    summary: 'Get a version of a solution with its changes',
    params: ByNumber,
    output: z.object({ version: WholeVersion }),
  }),
  getVersionFile: operation({
    method: 'GET',
    path: `${VERSIONS}/{number}/file`,
    summary: 'Get a file of a version, as it was applied',
    params: ByNumber,
    input: z.object({ path: Path }),
    output: z.object({ file: DraftFile }),
  }),
  draftVersion: operation({
    method: 'POST',
    path: `${VERSIONS}/{number}/draft`,
    gives: [],
    summary: 'Start a draft that holds an older version, to roll back to it',
    params: ByNumber,
    output: z.object({ draft: Draft }),
  }),
  drift: operation({
    method: 'GET',
    path: '/manage/v1/solutions/{code}/drift',
    summary: 'Show what was changed by other means since the last version',
    params: ByCode,
    output: z.object({
      version: z.int(),
      changes: z.array(Different),
      effects: z
        .array(z.string())
        .describe('what applying the version again would do to people, rights and other things'),
      grants: z
        .array(Grant)
        .describe('rights that were given by hand: applying the version leaves them alone'),
    }),
  }),
  getSchema: operation({
    method: 'GET',
    path: '/manage/v1/definitions/schemas/{kind}',
    summary: 'Get the JSON Schema of a kind of definition',
    params: z.object({ kind: z.string().max(50) }),
    output: z.object({ schema: z.record(z.string(), z.unknown()) }),
  }),
}
