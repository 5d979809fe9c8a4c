import { z } from 'zod'
import { download, operation, upload } from '../../api/operation.ts'
import { ById, DateTime, Id, Next, Page } from '../../api/schemas.ts'
import { Directory, File, NamedUploadHeaders } from './operations.ts'

const FileVersion = z
  .object({
    version: z.int(),
    hash: Id,
    size: z.int(),
    isPresent: z.boolean(),
    createdAt: DateTime,
    createdBy: Id,
  })
  .meta({ id: 'FileVersion' })
export type FileVersion = z.infer<typeof FileVersion>

const Version = z.coerce.number().int().min(1).max(2_147_483_647)
const OfVersion = ById.extend({ version: Version })

const MOST = 1000
const Ids = z.object({ ids: z.array(Id).min(1).max(MOST, `at most ${MOST} files at once`) })
const outcomes = z.object({
  items: z.array(z.object({ id: Id, error: z.string().optional() })),
})

const Usage = z.object({
  used: z.int().describe('bytes'),
  limit: z.int().nullable().describe('null = none'),
})

const FILE = '/manage/v1/disk/files/{id}'
const DIRECTORY = '/manage/v1/disk/directories/{id}'

/** Operations of the console that are not in the public API. */
export const diskManagement = {
  changeDirectory: operation({
    method: 'PATCH',
    path: DIRECTORY,
    gives: [],
    summary: 'Rename or move a directory',
    description: 'Everything in it comes along, rights too. What is absent stays.',
    params: ById,
    input: z.object({
      name: z.string().optional(),
      directory: Id.optional().describe('the one it should lie in'),
    }),
    output: z.object({ directory: Directory }),
  }),
  deleteDirectory: operation({
    method: 'DELETE',
    path: DIRECTORY,
    gives: [],
    summary: 'Delete a directory',
    description: 'With all that lie in it. Their files are in the trash then.',
    params: ById,
    output: z.object({
      directories: z.int().describe('how many were deleted'),
      files: z.int().describe('how many are in the trash now'),
    }),
  }),
  renameFile: operation({
    method: 'PATCH',
    path: FILE,
    gives: [],
    summary: 'Rename a file',
    description: 'A name that is taken gets a number.',
    params: ById,
    input: z.object({ name: z.string() }),
    output: z.object({ file: File }),
  }),
  downloadFile: download({
    path: `${FILE}/content`,
    summary: 'Download a file',
    params: ById,
    input: z.object({
      version: Version.optional().describe('absent = the present one'),
      show: z
        .enum(['true', 'false'])
        .default('false')
        .describe('a PDF for a frame in a page of this server; everything else is saved as ever'),
    }),
    access: 'guest',
  }),
  listVersions: operation({
    method: 'GET',
    path: `${FILE}/versions`,
    summary: 'List the versions of a file',
    params: ById,
    output: z.object({ versions: z.array(FileVersion).describe('the newest first') }),
  }),
  uploadVersion: upload({
    path: `${FILE}/versions`,
    summary: 'Upload a new version of a file',
    params: ById,
    input: z.object({
      hash: Id.optional().describe('id of the body; absent = made here, for a file sent at once'),
    }),
    headers: NamedUploadHeaders.extend({
      'if-match': z.string().optional().describe('`"<version>"` that the new one follows'),
    }),
    output: z.object({ file: File.optional().describe('absent while parts are missing') }),
  }),
  restoreVersion: operation({
    method: 'POST',
    path: `${FILE}/versions/{version}/restore`,
    gives: [],
    summary: 'Restore an old version of a file',
    description: 'The old body becomes a new version: nothing is lost.',
    params: OfVersion,
    headers: z.object({ 'if-match': z.string().optional() }),
    output: z.object({ file: File }),
  }),
  listTrash: operation({
    method: 'GET',
    path: '/manage/v1/disk/trash',
    summary: 'List files in the trash',
    description: 'The last deleted first.',
    input: Page,
    output: z.object({ files: z.array(File), total: z.int().nullable(), ...Next }),
  }),
  restoreFiles: operation({
    method: 'POST',
    path: '/manage/v1/disk/trash/restore',
    gives: [],
    summary: 'Restore files from the trash',
    description: 'They come back to their directories; a name that is taken gets a number.',
    input: Ids,
    output: outcomes,
  }),
  purgeFiles: operation({
    method: 'POST',
    path: '/manage/v1/disk/trash/purge',
    gives: [],
    summary: 'Delete files permanently',
    description: 'Every version of them. Only what is in the trash can be removed.',
    input: Ids,
    output: outcomes,
  }),
  usage: operation({
    method: 'GET',
    path: '/manage/v1/disk/usage',
    summary: 'Get the storage used by files',
    input: z.object({ user: Id.optional().describe('absent = the caller') }),
    output: z.object({
      user: Usage,
      installation: Usage.nullable().describe('for administrators only'),
    }),
  }),
}
