import { client } from '../../client.ts'

/** Brings files into the personal files of the reader, from where tasks take them. */
export async function uploadOwn(me: string, files: readonly File[]): Promise<string[]> {
  const ids: string[] = []
  for (const file of files) {
    const form = new FormData()
    form.append('file', file, file.name)
    const { file: made } = await client.disk.uploadToDirectory({
      params: { id: me },
      input: {},
      file: form,
    })
    if (made) ids.push(made.__id)
  }
  return ids
}
