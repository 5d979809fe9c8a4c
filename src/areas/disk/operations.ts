import { z } from 'zod'
import { operation, upload } from '../../api/operation.ts'
import { ById, DateTime, Id } from '../../api/schemas.ts'
import { Listed, ListRequest } from '../../lists/request.ts'

/** The headers of all upload operations. */
export const UploadHeaders = z.object({
  'content-range': z
    .string()
    .optional()
    .describe(
      '`bytes <start>-<end>/<size>` of a part, the end exclusive; absent = the whole file at once',
    ),
})

/** The same with a file name, which a raw body carries in a header. */
export const NamedUploadHeaders = UploadHeaders.extend({
  'content-disposition': z
    .string()
    .optional()
    .describe('`attachment; filename="a.txt"`: the name of a file that is not sent as a form'),
})

const audit = {
  __createdAt: DateTime,
  __createdBy: Id,
  __updatedAt: DateTime,
  __updatedBy: Id,
  __deletedAt: DateTime.nullable(),
}

export const File = z
  .object({
    __id: Id,
    __name: z.string(),
    name: z.string().describe('the same as `__name`'),
    originalName: z.string().describe('as it was sent, before a number was added'),
    hash: Id.describe('id of the body of the present version'),
    size: z.int().describe('bytes'),
    version: z.int(),
    directory: Id,
    comment: z.string(),
    contentType: z.string().describe('as the name tells it'),
    ...audit,
  })
  .meta({ id: 'File' })
export type File = z.infer<typeof File>

export const Directory = z
  .object({
    __id: Id,
    __name: z.string(),
    directory: Id.nullable().describe('the one it lies in; null for a root'),
    parentsList: z.array(Id).describe('every directory above, the nearest first'),
    system: z.boolean().describe('made by the system'),
    uniqueNames: z.boolean().describe('no two files or directories in it have the same name'),
    ...audit,
  })
  .meta({ id: 'Directory' })

/** A request may leave out any field but the id. */
const DirectoryRow = Directory.partial().required({ __id: true }).meta({ id: 'DirectoryRow' })

const NewDirectory = z
  .object({
    __name: z.string().nullish(),
    name: z.string().nullish().describe('the same as `__name`'),
    directory: Id.nullish().describe('where to make it; absent = in the shared files'),
    parent: Id.nullish().describe('the same as `directory`'),
    uniqueNames: z.boolean().nullish().describe('absent = true'),
  })
  .transform(({ __name, name, directory, parent, uniqueNames }) => ({
    name: __name ?? name ?? '',
    parent: directory ?? parent ?? undefined,
    uniqueNames: uniqueNames ?? true,
  }))

const MOST = 1000
const MOST_LINKS = 100
const many = <S extends z.ZodType>(element: S, what: string, most = MOST) =>
  z
    .array(element)
    .min(1, `expected at least one of the ${what}`)
    .max(most, `at most ${most} ${what} at once`)

const FileToMake = z.object({
  hash: Id.describe('id of the body'),
  name: z.string(),
  directory: Id,
  comment: z
    .string()
    .max(10_000)
    .nullish()
    .transform((text) => text ?? ''),
})
export type FileToMake = z.output<typeof FileToMake>

const Range = z.object({ min: DateTime.nullish(), max: DateTime.nullish() }).nullish()

/** Some programs send `[]` where they mean `{}`. */
const emptyToObject = (value: unknown) => (Array.isArray(value) && value.length === 0 ? {} : value)

const SearchFilter = z.strictObject({
  __name: z.string().nullish().describe('a part of the name, in any case'),
  directory: Id.nullish(),
  __createdBy: Id.nullish(),
  __changedBy: Id.nullish().describe('who changed it last'),
  __createdAt: Range,
  __updatedAt: Range,
  contentType: z.string().nullish().describe('such as `image/png`, or the first half `image/`'),
})

const Search = z.object({
  filter: z.preprocess(emptyToObject, SearchFilter.nullish()).transform((filter) => filter ?? {}),
  from: ListRequest.shape.from,
  size: ListRequest.shape.size,
  after: ListRequest.shape.after,
  total: ListRequest.shape.total,
  sortExpressions: ListRequest.shape.sortExpressions,
})
export type Search = z.output<typeof Search>

const hashes = z.object({ hashesList: many(Id, 'hashes') })
const links = z.object({
  items: z.array(z.object({ hash: Id, link: z.string().optional(), error: z.string().optional() })),
})

const DISK = '/pub/v1/disk'

export const disk = {
  createDirectory: operation({
    method: 'POST',
    path: `${DISK}/directory`,
    gives: [],
    summary: 'Create a directory',
    input: NewDirectory,
    output: z.object({ directory: Directory }),
  }),
  listDirectories: operation({
    method: ['GET', 'POST'],
    path: `${DISK}/directory/list`,
    summary: 'List directories',
    input: ListRequest,
    output: Listed(DirectoryRow),
  }),
  getDirectory: operation({
    method: 'GET',
    path: `${DISK}/directory/{id}`,
    summary: 'Get information about a directory by ID',
    params: ById,
    output: z.object({ directory: Directory }),
  }),
  uploadToDirectory: upload({
    path: `${DISK}/directory/{id}/upload`,
    summary: 'Load a file to a directory',
    description:
      'Stores a body, whole or in parts of at least 5 MiB, and makes a file of it when it is complete. A name that is taken gets a number.',
    params: ById,
    input: z.object({
      hash: Id.optional().describe('id of the body; absent = made here, for a file sent at once'),
    }),
    headers: NamedUploadHeaders,
    output: z.object({ file: File.optional().describe('absent while parts are missing') }),
  }),
  uploadTemporary: upload({
    path: `${DISK}/file/upload`,
    summary: 'Upload a temporary file',
    description:
      'Stores a body under the id that the caller chose, whole or in parts of at least 5 MiB. It stays for 60 minutes unless a file is made of it.',
    input: z.object({ hash: Id.describe('id of the body, chosen by the caller') }),
    headers: UploadHeaders,
    output: z.object({ hash: Id.optional().describe('absent while parts are missing') }),
  }),
  moveFiles: operation({
    method: 'POST',
    path: `${DISK}/file/move`,
    gives: [],
    summary: 'Move a file to a directory',
    description: 'Moves files, and makes files of bodies that were uploaded. All of them or none.',
    inQuery: ['directoryID'],
    input: z.object({
      directoryID: Id,
      files: z
        .array(
          z.object({
            hash: Id.describe('id of a body, or of a file'),
            name: z
              .string()
              .nullish()
              .transform((name) => name ?? undefined)
              .describe('needed for a body that is no file yet'),
          }),
        )
        .max(MOST, `at most ${MOST} files at once`)
        .nullish()
        .transform((files) => files ?? []),
    }),
    output: z.object({ files: z.array(File) }),
    bodyLimit: 'large',
  }),
  makeFiles: operation({
    method: 'POST',
    path: `${DISK}/files`,
    gives: [],
    summary: 'Bulk file initialization',
    description: 'Makes files of uploaded bodies. What cannot be done is said per file.',
    wrongInput: 'unprocessable',
    input: z.object({ files: many(FileToMake, 'files') }),
    output: z.object({
      items: z.array(z.object({ file: File.optional(), error: z.string().optional() })),
    }),
    bodyLimit: 'large',
  }),
  searchFiles: operation({
    method: 'POST',
    path: `${DISK}/files/search`,
    summary: 'File search',
    description:
      'The newest first unless `sortExpressions` says otherwise; files in the trash are left out.',
    reads: true,
    input: Search,
    output: Listed(File),
  }),
  deleteFiles: operation({
    method: 'PATCH',
    path: `${DISK}/files/deleted`,
    gives: [],
    summary: 'Bulk file deletion',
    description: 'Puts files into the trash. What cannot be done is said per file.',
    wrongInput: 'unprocessable',
    input: z.object({ fileIds: many(Id, 'ids') }),
    output: z.object({ items: z.array(z.object({ id: Id, error: z.string().optional() })) }),
  }),
  uploadFromLinks: operation({
    method: 'POST',
    path: `${DISK}/uploads/from-link`,
    gives: [],
    summary: 'Bulk file upload via links',
    description:
      'Fetches files from the web into temporary bodies. What cannot be fetched is said per link.',
    wrongInput: 'unprocessable',
    inSteps: true,
    input: z.object({ downloadLinks: many(z.string().max(8192), 'links', MOST_LINKS) }),
    output: z.object({
      items: z.array(z.object({ hash: Id.optional(), error: z.string().optional() })),
    }),
  }),
  uploadLinks: operation({
    method: 'POST',
    path: `${DISK}/links/upload`,
    summary: 'Bulk receiving of file upload links',
    // Declared as a write although it stores nothing: the link allows an upload.
    gives: [],
    description: 'Addresses that take a body by PUT without a token, for 60 minutes.',
    wrongInput: 'unprocessable',
    input: hashes,
    output: links,
  }),
  downloadLinks: operation({
    method: 'POST',
    path: `${DISK}/links/download`,
    summary: 'Bulk retrieval of file download links',
    description: 'Addresses that answer a body without a token, for 24 hours.',
    wrongInput: 'unprocessable',
    reads: true,
    input: hashes,
    output: links,
  }),
  getFile: operation({
    method: 'GET',
    path: `${DISK}/file/{id}`,
    summary: 'Get file information by ID',
    params: ById,
    output: z.object({ file: File }),
  }),
  getLink: operation({
    method: ['GET', 'POST'],
    path: `${DISK}/file/{id}/get-link`,
    summary: 'Get a file download link by file ID',
    description: 'An address that answers the file without a token, for 24 hours.',
    params: ById,
    output: z.object({ Link: z.string() }),
  }),
}
