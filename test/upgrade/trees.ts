import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
export const PRESENT = join(ROOT, 'src/main.ts')

const git = (...args: string[]) =>
  execFileSync('git', ['-C', ROOT, ...args], {
    encoding: 'utf8',
    maxBuffer: 1024 ** 3,
    stdio: 'pipe',
  }).trim()

/** The tag of the last release; undefined before the first one, and outside of a repository. */
export function latestTag(): string | undefined {
  try {
    return git('describe', '--tags', '--abbrev=0')
  } catch {
    return undefined
  }
}

/** The release of a commit, with the packages of this one. */
export function treeOf(commit: string, folder: string): string {
  mkdirSync(folder)
  const archive = join(folder, 'tree.tar')
  git('archive', `--output=${archive}`, commit)
  execFileSync('tar', ['-xf', archive, '-C', folder])
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return join(folder, 'src/main.ts')
}

/** What a later release may add: columns of busy tables, which nodes of this one know nothing of. */
export const ADDITION = `
  alter table kontor.users add column later text;
  alter table kontor.process_tasks add column later text;
  alter table kontor.process_instances add column later jsonb;
  create table kontor.later (id uuid primary key);
`

/** This release with one more migration. */
export function nextTree(folder: string): string {
  mkdirSync(folder)
  for (const name of ['src', 'migrations', 'package.json']) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  }
  for (const name of ['node_modules', 'solutions', 'web', 'openapi.json', 'manage-openapi.json']) {
    symlinkSync(join(ROOT, name), join(folder, name))
  }
  writeFileSync(join(folder, 'migrations/9999_later.additive.sql'), ADDITION)
  return join(folder, 'src/main.ts')
}
