import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { nodeFileTrace } from '@vercel/nft'

type Places = { root: string; stage: string }
type Versions = Record<string, string>
type Manifest = {
  name: string
  version: string
  dependencies?: Versions
  optionalDependencies?: Versions
  peerDependencies?: Versions
  scripts?: unknown
  bin?: unknown
}
type Locked = { version?: string; os?: string | string[]; dev?: boolean; devOptional?: boolean }

/**
 * Copies the files of packages that the server loads, about a fifth: the rest are types, sources and
 * browser builds. Native packages are left to npm, which chooses them for the machine.
 */
export async function bundlePackages({ root, stage }: Places, programs: string[]) {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const locked: Record<string, Locked> = lock.packages
  const loaded = await trace({ root, stage }, programs)
  const files = loaded.filter((file) => isBundled(locked[packageOf(file)]))
  const [packages, native]: [Versions, Versions] = [{}, {}]
  const folders = new Set(files.map(packageOf))
  for (const folder of folders) {
    const text = await readFile(join(root, folder, 'package.json'), 'utf8')
    const manifest: Manifest = JSON.parse(text)
    if (folder.lastIndexOf('node_modules') === 0) packages[manifest.name] = manifest.version
    for (const [name, version] of Object.entries(manifest.optionalDependencies ?? {})) {
      const systems = [locked[join('node_modules', name)]?.os ?? []].flat()
      if (systems.some((os) => os === 'linux' || os === 'darwin')) native[name] = version
    }
    await copyLicence({ root, stage }, folder)
    const described = describe(manifest, (name) => {
      const found = find(folders, folder, name)
      return found && locked[found]?.version
    })
    await writeFile(join(stage, folder, 'package.json'), JSON.stringify(described, undefined, 2))
  }
  for (const file of files.filter((each) => each !== join(packageOf(each), 'package.json'))) {
    await mkdir(dirname(join(stage, file)), { recursive: true })
    await cp(join(root, file), join(stage, file))
  }
  return { packages: sorted(packages), native: sorted(native) }
}

/** Development packages can be optional dependencies of others. */
const isBundled = (locked?: Locked) => locked && !locked.os && !locked.dev && !locked.devOptional

/** What `require` would load, of packages that everything here imports. */
const REQUIRED_ONLY = [
  '@modelcontextprotocol/**/*.cjs',
  '@simplewebauthn/server/script/**',
  'nodemailer/dist/cjs/**',
  'zod/**/*.cjs',
].map((files) => `node_modules/${files}`)

/** The files of packages that these programs can load. Our files that they cannot load are removed. */
async function trace({ root, stage }: Places, programs: string[]): Promise<string[]> {
  const { fileList } = await nodeFileTrace(programs, {
    base: root,
    processCwd: root,
    ts: false,
    ignore: REQUIRED_ONLY,
  })
  for (const path of await readdir(join(stage, 'src'), { recursive: true })) {
    const file = join(stage, 'src', path)
    if (path.endsWith('.js') && !fileList.has(relative(root, file)) && !isAsset(path))
      await rm(file)
  }
  return [...fileList].filter((file) => /^node_modules\/[^.]/.test(file)).sort()
}

const isAsset = (path: string) => path.includes('static/')

/** `node_modules/a/node_modules/@b/c/lib/d.js` → `node_modules/a/node_modules/@b/c` */
function packageOf(file: string): string {
  return /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? ''
}

/** The manifest of a bundled package: its dependencies are bundled, and nothing else is fetched. */
function describe(manifest: Manifest, versionOf: (name: string) => string | undefined): object {
  const { optionalDependencies, peerDependencies, scripts, bin, ...rest } = manifest
  const wanted = { ...manifest.dependencies, ...optionalDependencies, ...peerDependencies }
  const dependencies = Object.keys(wanted).flatMap((name) => {
    const version = versionOf(name)
    return version ? [[name, version]] : []
  })
  return { ...rest, dependencies: Object.fromEntries(dependencies) }
}

/** Resolves a package as Node does: in its own folder, then in those above. */
function find(folders: Set<string>, from: string, name: string): string | undefined {
  const inside = join(from, 'node_modules', name)
  if (folders.has(inside)) return inside
  const around = from.slice(0, Math.max(0, from.lastIndexOf('node_modules') - 1))
  return from ? find(folders, around, name) : undefined
}

async function copyLicence({ root, stage }: Places, folder: string): Promise<void> {
  await mkdir(join(stage, folder), { recursive: true })
  const names = await readdir(join(root, folder))
  for (const name of names.filter((each) => /^(licen[cs]e|notice|copying)/i.test(each))) {
    await cp(join(root, folder, name), join(stage, folder, name), { recursive: true })
  }
}

const sorted = (versions: Versions): Versions =>
  Object.fromEntries(Object.entries(versions).sort(([a], [b]) => (a < b ? -1 : 1)))
