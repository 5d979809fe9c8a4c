import { definitionId } from '../lib/codes.ts'
import { suggest } from '../lib/did-you-mean.ts'
import { isId } from '../lib/ids.ts'
import { checkShownFields } from './field-rights.ts'
import type { Body } from './kinds.ts'
import { GLOBAL } from './layout.ts'
import { checkNumberTemplate, checkTemplateFields, fieldVariables } from './number-template.ts'
import type { Issue, Path } from './source.ts'

type Category = Body<'nomenclature'>['offices'][number]['categories'][number]
export type DefinedFolder = Category['folders'][number]

/** Offices, categories and folders with their paths, such as `head_office/agreements/customers`. */
type Tree = {
  directories: { path: string; parent: string | null; name: string; at: Path }[]
  folders: { path: string; parent: string; folder: DefinedFolder; at: Path }[]
}

/** Parents come before their children. */
export function treeOf({ offices }: Body<'nomenclature'>): Tree {
  const inside = (each: Category, at: Path, parent: string | null): Tree => {
    const path = parent === null ? each.code : `${parent}/${each.code}`
    return {
      directories: [{ path, parent, name: each.name, at }],
      folders: each.folders.map((folder, index) => ({
        ...{ path: `${path}/${folder.code}`, parent: path, folder },
        at: [...at, 'folders', index],
      })),
    }
  }
  const trees = offices.flatMap((office, at) => [
    inside(office, ['offices', at], null),
    ...office.categories.map((category, index) =>
      inside(category, ['offices', at, 'categories', index], office.code),
    ),
  ])
  return {
    directories: trees.flatMap(({ directories }) => directories),
    folders: trees.flatMap(({ folders }) => folders),
  }
}

/** The same on every system, as the ids of definitions are. */
export const directoryId = (path: string) => definitionId('nomenclature-directory', GLOBAL, path)
export const folderId = (path: string) => definitionId('nomenclature-folder', GLOBAL, path)
export const serialId = (path: string) => definitionId('serial', GLOBAL, path)

/** Rules inside one file. */
export function checkNomenclature(body: Body<'nomenclature'>): Issue[] {
  const { directories, folders } = treeOf(body)
  return [
    ...checkPaths(directories),
    ...checkPaths(folders),
    ...folders.flatMap(({ folder, at }) => {
      const message = checkNumberTemplate(folder.template)
      return message ? [{ path: [...at, 'template'], message }] : []
    }),
  ]
}

const checkPaths = (paths: { path: string; at: Path }[]): Issue[] =>
  paths
    .filter((each, index) => paths.findIndex(({ path }) => path === each.path) < index)
    .map(({ path, at }) => ({
      path: [...at, 'code'],
      message: `the code "${path.split('/').at(-1)}" is there twice`,
    }))

/** All folders after applying, by path. */
export type Folders = ReadonlyMap<string, DefinedFolder>

export const foldersIn = (bodies: readonly Body<'nomenclature'>[]): Folders =>
  new Map(bodies.flatMap((body) => treeOf(body).folders).map(({ path, folder }) => [path, folder]))

/** The folders of an app, which are paths or ids; ids are looked for when the app is applied. */
export const checkAppFolders = (app: Body<'app'>, known: Folders): Issue[] =>
  (app.registration?.folders ?? []).flatMap((path, at) => {
    if (isId(path)) return []
    const folder = known.get(path)
    const messages = folder
      ? [
          ...checkTemplateFields(folder.template, Object.keys(app.fields)),
          ...checkShownFields(app, fieldVariables(folder.template)),
        ].map((problem) => `the numbers of "${path}" cannot be made here: ${problem}`)
      : [noFolder(path, known)]
    return messages.map((message) => ({ path: ['registration', 'folders', at], message }))
  })

export const checkShared = (body: Body<'nomenclature'>, known: Folders): Issue[] =>
  treeOf(body).folders.flatMap(({ path, folder: { through }, at }) => {
    const message = through === undefined ? undefined : wrongShare(path, through, known)
    return message ? [{ path: [...at, 'through'], message }] : []
  })

function wrongShare(path: string, through: string, known: Folders): string | undefined {
  const shared = known.get(through)
  if (!shared) return noFolder(through, known)
  if (through === path) return 'a folder has its own counter anyway'
  return shared.through && `"${through}" has its numbers from "${shared.through}": name that one`
}

const noFolder = (path: string, known: Folders) =>
  `there is no folder "${path}"${suggest(path, [...known.keys()])}`
