import { wrongValue } from '../../fields/values.ts'
import { newId } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import type { Arriving } from '../../platform/files/object-store.ts'
import { cleanName } from '../disk/names.ts'
import { receiveBody } from '../disk/uploads.ts'
import { checkWaiting } from '../disk/usage.ts'
import { HEAD, isOneOf } from './file-types.ts'
import { type Form, type FormAddress, openForm, type Steps } from './form.ts'
import type { Solved } from './operations.ts'
import { readProof, requireUnused, spendProof } from './proof.ts'
import * as store from './store.ts'

type Sent = Solved & { field: string; name: string }
export type FileReceipt = { id: string; name: string; seal: string }

/** Bytes of files waiting for the forms of one user. */
const MOST_WAITING = 1024 ** 3

/** Stores a file until the form is submitted. The seal proves that it was sent for this field of this form. */
export async function receiveFile(
  ctx: Steps & { receive(): Promise<Arriving> },
  address: FormAddress,
  sent: Sent,
): Promise<FileReceipt> {
  const { form, user, asked } = await openForm(ctx, address)
  const place = asked.find(({ shown }) => shown.code === sent.field && shown.input === 'files')
  if (!place) throw wrongValue(sent.field, 'the form does not ask for files here')
  const proof = readProof(ctx, form, { ...sent, purpose: 'file' })
  const write = <T>(work: (step: Context) => Promise<T>) => ctx.write(work, user)
  const checkRoom = (step: Context) => checkWaiting(step, MOST_WAITING)
  await requireUnused(ctx, proof)
  const begin = async (step: Context) => {
    await store.lockForm(step.db, form.id)
    await spendProof(step, form, { id: proof, purpose: 'file', address: ctx.address })
    const data = { form: `${form.namespace}/${form.code}`, field: sent.field, address: ctx.address }
    await step.emit({ type: 'form.file_received', object: `form:${form.id}`, data })
    await checkRoom(step)
  }
  await ctx.submissions.run(() => write(begin), undefined, form.id)
  const id = newId()
  let name = ''
  await receiveBody(
    { ...ctx, user },
    {
      hash: id,
      range: undefined,
      write,
      complete: checkRoom,
      receive: async () => {
        const arriving = await ctx.receive()
        name = cleanName(arriving.name || sent.name)
        return { ...arriving, content: checked(form, { ...sent, name }, arriving.content) }
      },
    },
  )
  return { id, name, seal: ctx.secrets.sign(sealed(form, sent.field, { id, name })) }
}

const sealed = (form: Form, field: string, { id, name }: Pick<FileReceipt, 'id' | 'name'>) =>
  `form file ${form.id} ${field} ${id} ${name}`

export const isReceived = (ctx: Context, form: Form, field: string, file: FileReceipt): boolean =>
  ctx.secrets.isSigned(sealed(form, field, file), file.seal)

type UploadedFile = { field: string; name: string }

/** Checks the first bytes before passing anything on. */
async function* checked(
  { body: { files } }: Form,
  { field, name }: UploadedFile,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let size = 0
  let isChecked = false
  let held: Uint8Array[] = []
  const check = () => {
    if (!isOneOf(files.types, name, Buffer.concat(held).subarray(0, HEAD))) {
      throw wrongValue(field, `"${name}" is not a file of these types: ${files.types.join(', ')}`)
    }
    isChecked = true
  }
  for await (const chunk of content) {
    size += chunk.byteLength
    if (size > files.maxSize) {
      throw wrongValue(field, `"${name}" is larger than ${files.maxSize} bytes`)
    }
    if (isChecked) {
      yield chunk
      continue
    }
    held.push(chunk)
    if (size < HEAD) continue
    check()
    yield* held
    held = []
  }
  if (!isChecked) check()
  yield* held
}
