import type { ReplyOf } from '../../../client.ts'

type Unit = ReplyOf<'users', 'getOrgChart'>['units'][number]

export type Holder = { id: string; name: string }
export type Post = { id: string; name: string; holders: Holder[] }

/** A department: who heads it, who else works there, the departments below. */
export type Department = {
  id: string
  name: string
  heads: Post[]
  posts: Post[]
  below: Department[]
  /** Everybody in it and below. */
  people: number
}

/** Puts the flat units into the shape they are drawn in. */
export function toTree(units: readonly Unit[], names: Map<string, string>): Department[] {
  const byParent = Map.groupBy(units, ({ parent }) => parent)
  const toPost = ({ id, name, users }: Unit): Post => ({
    id,
    name,
    holders: users.flatMap((user) => {
      const known = names.get(user)
      return known === undefined ? [] : [{ id: user, name: known }]
    }),
  })
  const toDepartment = ({ id, name }: Unit): Department => {
    const inside = byParent.get(id) ?? []
    const positions = inside.filter(({ kind }) => kind === 'position')
    const below = inside.filter(({ kind }) => kind === 'department').map(toDepartment)
    const heads = positions.filter(({ isHead }) => isHead).map(toPost)
    const posts = positions.filter(({ isHead }) => !isHead).map(toPost)
    const here = [...heads, ...posts].reduce((sum, { holders }) => sum + holders.length, 0)
    const people = below.reduce((sum, each) => sum + each.people, here)
    return { id, name, heads, posts, below, people }
  }
  const roots = byParent.get(null) ?? []
  return roots.filter(({ kind }) => kind === 'department').map(toDepartment)
}

/** Every department of a tree, each with its depth. */
export const flatten = (tree: Department[], depth = 0): { id: string; depth: number }[] =>
  tree.flatMap(({ id, below }) => [{ id, depth }, ...flatten(below, depth + 1)])

/** Where somebody is found, and all departments above, which have to be open for that. */
export function pathsTo(tree: Department[], isMeant: (name: string) => boolean): Set<string> {
  const found = new Set<string>()
  const look = (department: Department, above: string[]) => {
    const path = [...above, department.id]
    const holders = [...department.heads, ...department.posts].flatMap((post) => post.holders)
    if (holders.some(({ name }) => isMeant(name))) for (const id of path) found.add(id)
    for (const each of department.below) look(each, path)
  }
  for (const root of tree) look(root, [])
  return found
}
