import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { say } from '../src/commands/say.ts'
import { buildConsole } from './build-console.ts'
import { bundlePackages } from './release-packages.ts'

const ROOT = join(import.meta.dirname, '..')
const STAGE = join(ROOT, 'node_modules', '.cache', 'release')
const AS_THEY_ARE = ['LICENSE', 'README.md', 'CHANGELOG.md', 'migrations', 'solutions', 'web/dist']

/** `npm run release`: one file with the server, the built console and their packages. */
const { values } = parseArgs({ options: { to: { type: 'string', default: '.' } } })
const to = resolve(values.to)
/** The entry points: the server, and each worker. */
const programs = new Set([join(STAGE, 'src', 'main.js')])
await buildConsole()
await rm(STAGE, { recursive: true, force: true })
for (const part of AS_THEY_ARE) await cp(join(ROOT, part), join(STAGE, part), { recursive: true })
await copySources()
const program = await readFile(join(ROOT, 'bin', 'kontor'), 'utf8')
await write('bin/kontor', program.replace('main.ts', 'main.js'), 0o755)
const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
await write('package.json', JSON.stringify(await releaseManifest(), undefined, 2))
await mkdir(to, { recursive: true })
const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', to]
const { stdout } = await promisify(execFile)('npm', pack, { cwd: STAGE })
say(join(to, stdout.trim()))

/** Node does not run TypeScript in installed packages: the types are stripped, lines are kept. */
async function copySources(): Promise<void> {
  const entries = await readdir(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name).slice(ROOT.length + 1)
    if (path.endsWith('.test.ts')) continue
    const text = await readFile(join(ROOT, path), 'utf8')
    if (path.endsWith('.ts')) await write(path.replace(/\.ts$/, '.js'), toJavaScript(path, text))
    else await write(path, text)
  }
}

function toJavaScript(path: string, text: string): string {
  const inJavaScript = (file: string) => file.replace(/\.ts$/, '.js')
  return stripTypeScriptTypes(text)
    .replaceAll(
      /(from |import |import\()'(\.[^']+\.ts)'/g,
      (_, before: string, file: string) => `${before}'${inJavaScript(file)}'`,
    )
    .replaceAll(/new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g, (whole, file: string) => {
      programs.add(join(STAGE, inJavaScript(join(dirname(path), file))))
      return whole.replace(file, inJavaScript(file))
    })
}

async function releaseManifest(): Promise<object> {
  const { name, version, description, license, type, bin, engines, optionalDependencies } = manifest
  const { packages, native } = await bundlePackages({ root: ROOT, stage: STAGE }, [...programs])
  return {
    ...{ name, version, description, license, type, bin, engines },
    dependencies: packages,
    bundleDependencies: Object.keys(packages),
    optionalDependencies: { ...native, ...optionalDependencies },
  }
}

async function write(path: string, text: string, mode?: number): Promise<void> {
  const target = join(STAGE, path)
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, text, { mode })
}
