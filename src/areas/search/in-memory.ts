import { snapshotOf } from '../../definitions/snapshot.ts'
import type { Named } from '../../kinds/kind.ts'
import type { ObjectKinds } from '../../kinds/kinds.ts'
import type { Context } from '../../platform/context.ts'
import { getNavigation } from '../workplace/navigation.ts'

/** Objects searched in memory: the menu, and kinds with few objects. */
export async function searchInMemory(ctx: Context, kinds: ObjectKinds): Promise<Named[]> {
  const snapshot = await snapshotOf(ctx)
  const menu = (await getNavigation(ctx)).flatMap(({ name, apps, processes }) => [
    ...apps.map(({ namespace, code, name: title }): Named => {
      const id = snapshot.find('app', namespace, code)?.id ?? ''
      return { kind: 'app', id, title, subtitle: name, namespace, code }
    }),
    ...processes.map(
      ({ id, namespace, code, name: title }): Named => ({
        ...{ kind: 'process', id, title, subtitle: name, namespace, code },
      }),
    ),
  ])
  return [...menu, ...(await kinds.listNamed(ctx))]
}

/** 0 = exact name, 1 = name prefix, 2 = every word is a prefix of one of its words. */
export function gradeOf(title: string, wanted: readonly string[]): number | undefined {
  const words =
    title
      .toLowerCase()
      .replaceAll('ё', 'е')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const [name, text] = [words.join(' '), wanted.join(' ')]
  if (name === text) return 0
  if (name.startsWith(text)) return 1
  return wanted.every((each) => words.some((word) => word.startsWith(each))) ? 2 : undefined
}
