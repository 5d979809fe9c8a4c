import { Readable } from 'node:stream'
import { parse } from 'yaml'
import { z } from 'zod'
import { saveBody, storeObject } from '../areas/disk/bodies.ts'
import { createDirectory } from '../areas/disk/directories.ts'
import { createFile } from '../areas/disk/files.ts'
import type { SourceFile } from '../definitions/source.ts'
import { newId } from '../lib/ids.ts'
import type { Context } from '../platform/context.ts'
import type { Reading } from './cells.ts'
import { expandMoment } from './moments.ts'
import type { Past } from './past.ts'

const Shared = z.array(
  z.strictObject({
    directory: z.string(),
    by: z.string(),
    files: z.array(z.strictObject({ name: z.string(), at: z.string() })),
  }),
)

/** Creates shared directories with files. */
export async function fillFiles(
  sources: readonly SourceFile[],
  { past, reading }: { past: Past; reading: Reading },
): Promise<void> {
  const found = sources
    .filter(({ path }) => path === 'data/files.yaml')
    .flatMap(({ content }) => Shared.parse(parse(content.toString('utf8'))))
  for (const { directory: name, by, files } of found) {
    const at = past.by(await past.callerOf(by, reading))
    const moments = files.map((each) => new Date(expandMoment(each.at, reading.start)))
    const first = new Date(Math.min(...moments.map(Number)))
    const directory = await createDirectory(at(first), { name, uniqueNames: true })
    for (const [index, file] of files.entries()) {
      const content = contentOf(sources, `data/files/${name}/${file.name}`)
      await put(at(moments[index] ?? first), { directory, name: file.name, content })
    }
  }
}

type Put = { directory: string; name: string; content: Buffer }

async function put(ctx: Context, { directory, name, content }: Put): Promise<void> {
  const hash = newId()
  const writing = {
    write: <T>(act: (inside: Context) => Promise<T>) => act(ctx),
    content: () => Readable.from([content]),
  }
  await storeObject(ctx, writing, (inside, stored) =>
    saveBody(inside, hash, { stored, isNew: true }),
  )
  await createFile(ctx, { name, hash, directory })
}

function contentOf(sources: readonly SourceFile[], path: string): Buffer {
  const found = sources.find((each) => each.path === path)
  if (!found) throw new Error(`demo data: there is no file ${path}`)
  return found.content
}
