import type { RequestOf } from '../../../client.ts'

export type File_ = NonNullable<RequestOf<'solutions', 'plan'>['input']>['files'][number]
type FolderFile = { path: string; file: File }

const SOLUTION = 'solution.yaml'
const MOST = 50_000

/** What begins with a dot belongs to tools, not to the solution. */
const isHidden = (path: string) =>
  path.split('/').some((part) => part.startsWith('.') || part === 'node_modules')

/** What an input with a whole folder has. */
export const fromInput = (list: FileList): FolderFile[] =>
  [...list].map((file) => ({ path: file.webkitRelativePath || file.name, file }))

/** What was dropped, with everything in it. */
export async function fromDrop(items: DataTransferItemList): Promise<FolderFile[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  return (await Promise.all(entries.map(walk))).flat()
}

async function walk(entry: FileSystemEntry): Promise<FolderFile[]> {
  const path = entry.fullPath.replace(/^\//, '')
  if (isHidden(path)) return []
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    )
    return [{ path, file }]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const found: FolderFile[] = []
  // A reader gives a hundred at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return found
    for (const each of some) found.push(...(await walk(each)))
  }
}

/** The files next to solution.yaml and below, as the API takes them; undefined where there is none. */
export async function readSolution(found: FolderFile[]): Promise<File_[] | undefined> {
  const visible = found.filter(({ path }) => !isHidden(path))
  const [root] = visible
    .filter(({ path }) => path === SOLUTION || path.endsWith(`/${SOLUTION}`))
    .map(({ path }) => path.slice(0, -SOLUTION.length))
    .toSorted((one, other) => one.length - other.length)
  if (root === undefined || visible.length > MOST) return undefined
  const inside = visible.filter(({ path }) => path.startsWith(root))
  const files = await Promise.all(
    inside.map(async ({ path, file }) => toFile(path.slice(root.length), await file.arrayBuffer())),
  )
  return files.toSorted((one, other) => one.path.localeCompare(other.path))
}

function toFile(path: string, bytes: ArrayBuffer): File_ {
  try {
    return {
      path,
      content: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
    }
  } catch {
    return { path, base64: toBase64(new Uint8Array(bytes)) }
  }
}

const CHUNK = 0x8000

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  }
  return btoa(text)
}
