import { endingsOf, identify } from '../../../definitions/identify.ts'
import { type Identity, moduleNamespace } from '../../../definitions/layout.ts'
import { keyOf } from '../../../definitions/references.ts'
import { pathOf } from '../../../lib/app-path.ts'

/** A renamed definition. The contents of its folder move with it. */
export type NewIdentity = { from: Identity; to: Identity }

/** The new path; undefined = unchanged. */
export function movedTo(identity: Identity, { from, to }: NewIdentity): Identity | undefined {
  if (keyOf(identity) === keyOf(from)) return to
  const namespace = movedNamespace(identity.namespace, { from, to })
  return namespace === undefined ? undefined : { ...identity, namespace }
}

/** The processes of an app are in the namespace `workspace.app`, those of a module in one made of its code. */
function movedNamespace(namespace: string, { from, to }: NewIdentity): string | undefined {
  if (from.kind === 'app') {
    return namespace === inApp(from) ? inApp(to) : undefined
  }
  if (from.kind === 'module') {
    return namespace === moduleNamespace(from.code) ? moduleNamespace(to.code) : undefined
  }
  const [workspace, ...app] = namespace.split('.')
  const isInside = from.kind === 'workspace' && workspace === from.code
  return isInside ? [to.code, ...app].join('.') : undefined
}

const inApp = ({ namespace, code }: Identity): string => `${namespace}.${code}`

/** A text that names something: its path, its code alone, or `group:` and one of them. */
export function renamed(text: string, was: Identity, is: Identity): string {
  const [before, after] = text.endsWith(pathOf(was))
    ? [pathOf(was), pathOf(is)]
    : [was.code, is.code]
  return text.slice(0, text.length - before.length) + after
}

/** The files named after it, and their new names. */
export function movedPaths(
  paths: Iterable<string>,
  { file, to }: { file: string; to: string },
): Map<string, string> {
  const kind = identify(file)?.kind
  const stem =
    kind === 'workspace' ? file.replace(/\/workspace\.yaml$/, '') : file.replace(/\.yaml$/, '')
  const next = stem.replace(/[^/]+$/, to)
  const files = [file, ...(kind ? endingsOf(kind) : []).map((ending) => stem + ending)]
  const isCalled = (path: string) => path.startsWith(`${stem}/`) || files.includes(path)
  return new Map([...paths].filter(isCalled).map((path) => [path, next + path.slice(stem.length)]))
}
