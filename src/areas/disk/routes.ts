import { FileContent, implement, type RequestContext } from '../../http/implement.ts'
import { AppError } from '../../lib/errors.ts'
import { etagOf } from '../../lib/etag.ts'
import type { Jobs } from '../../platform/jobs/runner.ts'
import { sweepBodies } from './bodies.ts'
import {
  changeDirectory,
  createDirectory,
  deleteDirectory,
  requireReadable,
} from './directories.ts'
import { createFiles, isDone } from './files.ts'
import { fetchBodies } from './from-link.ts'
import { fileLinks } from './link-operations.ts'
import { checkLink, downloadLinks, linkToFile, openBody, uploadLinks } from './links.ts'
import * as lists from './lists.ts'
import { diskManagement } from './manage-operations.ts'
import { moveFiles, renameFile } from './moving.ts'
import { dispositionOf } from './names.ts'
import { disk, type FileToMake } from './operations.ts'
import { uploadToDirectory, uploadVersion } from './receiving.ts'
import { scrubBodies } from './scrub.ts'
import { deleteFiles, emptyTrash, purgeFiles, restoreFiles } from './trash.ts'
import { receiveBody } from './uploads.ts'
import { getUsage } from './usage.ts'
import { getVersion, listVersions, restoreVersion } from './versions.ts'

export const diskRoutes = implement('disk', disk, {
  createDirectory: async ({ input }, ctx) =>
    answerDirectory(ctx, await createDirectory(ctx, input)),
  listDirectories: async ({ input }, ctx) => lists.listDirectories(ctx, input),
  getDirectory: async ({ params }, ctx) => {
    await requireReadable(ctx, params.id)
    return answerDirectory(ctx, params.id)
  },
  uploadToDirectory: async ({ params, input, headers }, ctx) =>
    answerUpload(ctx, await uploadToDirectory(ctx, params.id, incoming(ctx, input, headers))),
  uploadTemporary: async ({ input: { hash }, headers }, ctx) => {
    const { write, receive } = ctx
    const range = headers['content-range']
    if (await receiveBody(ctx, { hash, range, write, receive })) return { hash }
    ctx.setStatus(206)
    return {}
  },
  moveFiles: async ({ input: { directoryID, files } }, ctx) => ({
    files: await lists.showFiles(ctx, await moveFiles(ctx, directoryID, files)),
  }),
  makeFiles: async ({ input }, ctx) => ({ items: await answerMade(ctx, input.files) }),
  searchFiles: async ({ input }, ctx) => lists.searchFiles(ctx, input),
  deleteFiles: async ({ input }, ctx) => ({ items: await deleteFiles(ctx, input.fileIds) }),
  uploadFromLinks: async ({ input }, ctx) => ({
    items: await fetchBodies(ctx, { write: ctx.write, left: ctx.left() }, input.downloadLinks),
  }),
  uploadLinks: async ({ input }, ctx) => ({ items: await uploadLinks(ctx, input.hashesList) }),
  downloadLinks: async ({ input }, ctx) => ({ items: await downloadLinks(ctx, input.hashesList) }),
  getFile: async ({ params }, ctx) => {
    const file = await lists.getFileOrTrash(ctx, params.id)
    ctx.setHeader('etag', etagOf(file.version))
    return { file }
  },
  getLink: async ({ params }, ctx) => ({ Link: await linkToFile(ctx, params.id) }),
})

export const diskManagementRoutes = implement('disk', diskManagement, {
  changeDirectory: async ({ params: { id }, input }, ctx) => {
    await changeDirectory(ctx, id, input)
    return answerDirectory(ctx, id)
  },
  deleteDirectory: async ({ params }, ctx) => deleteDirectory(ctx, params.id),
  renameFile: async ({ params: { id }, input }, ctx) => {
    await renameFile(ctx, id, input.name)
    return answerFile(ctx, id)
  },
  downloadFile: async ({ params, input }, ctx) => {
    const { name, contentType, hash } = await getVersion(ctx, params.id, input.version)
    const disposition = dispositionOf(name)
    const body = await openBody(ctx, { hash, disposition, type: contentType })
    return new FileContent({ ...body, isFramed: input.show === 'true' && contentType === PDF })
  },
  listVersions: async ({ params }, ctx) => ({ versions: await listVersions(ctx, params.id) }),
  uploadVersion: async ({ params, input, headers }, ctx) => {
    const change = { id: params.id, ifMatch: headers['if-match'] }
    return answerUpload(ctx, await uploadVersion(ctx, change, incoming(ctx, input, headers)))
  },
  restoreVersion: async ({ params: { id, version }, headers }, ctx) => {
    await restoreVersion(ctx, { id, ifMatch: headers['if-match'] }, version)
    return answerFile(ctx, id)
  },
  listTrash: async ({ input }, ctx) => lists.listTrash(ctx, input),
  restoreFiles: async ({ input }, ctx) => ({ items: await restoreFiles(ctx, input.ids) }),
  purgeFiles: async ({ input }, ctx) => ({ items: await purgeFiles(ctx, input.ids) }),
  usage: async ({ input }, ctx) => getUsage(ctx, input.user),
})

/** A signed link needs no token: it contains the user who created it. */
export const fileLinksRoutes = implement('disk', fileLinks, {
  fetch: async ({ params: { hash }, input }, ctx) => {
    await checkLink(ctx, { hash, method: 'GET', ...input })
    const disposition = input['response-content-disposition']
    return new FileContent(await openBody(ctx, { hash, disposition }))
  },
  send: async ({ params: { hash }, input }, ctx) => {
    const user = await checkLink(ctx, { hash, method: 'PUT', ...input })
    const { receive } = ctx
    const write: RequestContext['write'] = (work) => ctx.write(work, user)
    await receiveBody({ ...ctx, user }, { hash, range: undefined, write, receive })
    return {}
  },
})

export const diskJobs: Jobs = {
  handlers: {
    'disk.sweep': sweepBodies,
    'disk.scrub': scrubBodies,
    'disk.empty_trash': emptyTrash,
  },
  schedule: {
    'disk.sweep': '* * * * *',
    'disk.scrub': '*/10 * * * *',
    'disk.empty_trash': '17 * * * *',
  },
}

/** The only document type that browsers display in a viewer isolated from the page. */
const PDF = 'application/pdf'

type UploadHeaders = {
  'content-range'?: string | undefined
  'content-disposition'?: string | undefined
}

const incoming = (
  { write, receive }: RequestContext,
  { hash }: { hash?: string | undefined },
  headers: UploadHeaders,
) => ({
  hash,
  range: headers['content-range'],
  disposition: headers['content-disposition'],
  write,
  receive,
})

/** 206 while more is expected. */
function answerUpload<F>(ctx: RequestContext, file: F | undefined): { file?: F } {
  if (file) return { file }
  ctx.setStatus(206)
  return {}
}

const answerDirectory = async (ctx: RequestContext, id: string) => ({
  directory: await lists.showDirectory(ctx, id),
})

async function answerFile(ctx: RequestContext, id: string) {
  const [file] = await lists.showFiles(ctx, [id])
  if (!file) throw new Error('a file that was just changed is gone')
  return { file }
}

async function answerMade(ctx: RequestContext, wanted: FileToMake[]) {
  const made = await createFiles(ctx, wanted)
  const ids = made.filter(isDone)
  const shown = new Map((await lists.showFiles(ctx, ids)).map((file) => [file.__id, file]))
  return made.map((each) => {
    if (each instanceof AppError) return { error: each.message }
    const file = shown.get(each)
    return file ? { file } : {}
  })
}
