import { v4 } from 'uuid'
import { client } from '../client.ts'

/** A file just uploaded, as fields and messages take it. */
export type Uploaded = { name: string; hash: string; size: number }

/** A file that is there, by id, or one that was just uploaded. */
export type FileValue = string | Uploaded

/** Brings a file to the temporary store; it stays there until something is saved with it. */
export async function uploadTemporary(file: File): Promise<Uploaded> {
  const hash = v4()
  const form = new FormData()
  form.append('file', file, file.name)
  await client.disk.uploadTemporary({ input: { hash }, file: form })
  return { name: file.name, hash, size: file.size }
}
